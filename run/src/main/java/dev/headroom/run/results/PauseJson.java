package dev.headroom.run.results;

import dev.headroom.run.figures.PauseRoot;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;

/**
 * Writer of the part of {@code results.json} about pauses, their causes, and actions of watchdogs.
 */
final class PauseJson {
  private static final int ROOTS = 10;
  private static final int ACTIONS = 100;

  private final JsonWriter json;
  private final RunSummary summary;

  private PauseJson(JsonWriter json, RunSummary summary) {
    this.json = json;
    this.summary = summary;
  }

  static void write(JsonWriter json, RunSummary summary) {
    new PauseJson(json, summary).write();
  }

  private void write() {
    RunTotals counts = summary.result().counts();
    json.object("pfc").put("pauses", counts.pauses()).put("pausedPs", counts.pausedPs());
    lengths(counts.pauseLengths());
    json.array("roots");
    for (PauseRoot root :
        summary.network().roots().subList(0, Math.min(ROOTS, summary.network().roots().size()))) {
      json.object()
          .put("place", root.place())
          .put("pauses", root.pauses())
          .put("pausedPs", root.pausedPs())
          .put("cyclic", root.cyclic())
          .endObject();
    }
    json.endArray().array("deadlock");
    for (int node : summary.result().deadlock().ring()) {
      json.add(summary.scenario().fabric().nodes().get(node).name());
    }
    json.endArray();
    watchdog(summary.result().disruptions().watchdog());
    json.endObject();
  }

  private void lengths(PauseLengths lengths) {
    json.object("lengths")
        .put("p50Ps", lengths.quantilePs(0.5))
        .put("p95Ps", lengths.quantilePs(0.95))
        .put("p99Ps", lengths.quantilePs(0.99))
        .put("longestPs", lengths.longestPs())
        .put("over2500ns", lengths.overLimit())
        .endObject();
  }

  private void watchdog(List<WatchdogEvent> actions) {
    json.object("watchdog").put("storms", actions.size()).array("actions");
    for (WatchdogEvent action : actions.subList(0, Math.min(ACTIONS, actions.size()))) {
      json.object()
          .put("switch", name(action.node()))
          .put("port", action.port())
          .put("pausedBy", name(action.by()))
          .put("priority", action.priority())
          .put("stuckPs", action.stuckPs())
          .put("detectedPs", action.detectedPs());
      json.putMoment("restoredPs", action.restoredPs());
      json.endObject();
    }
    json.endArray().endObject();
  }

  private String name(int node) {
    return summary.scenario().fabric().nodes().get(node).name();
  }
}
