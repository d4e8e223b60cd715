package dev.headroom.web.report;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Report data of failures and their times: links that were down or degraded, switches without a
 * link, hosts with or under a pause or interrupt storm. Times count from the beginning of the
 * simulation, as a scenario's do.
 */
final class FailureData {
  /** Until when something lasts that the run did not see the end of. */
  private static final long OPEN = -1;

  private final Fabric fabric;
  private final List<List<Integer>> ports;
  private final Map<Integer, Spells> down = new TreeMap<>();
  private final Map<Integer, Worse> worse = new TreeMap<>();
  private final Map<Integer, Spells> dead = new TreeMap<>();
  private final Map<Integer, Spells> storms = new TreeMap<>();
  private final Map<Integer, Spells> interrupted = new TreeMap<>();
  private final Map<Integer, Spells> slow = new TreeMap<>();
  private final Map<Integer, Spells> frozen = new TreeMap<>();
  private final BitSet downNow = new BitSet();

  private FailureData(Fabric fabric) {
    this.fabric = fabric;
    ports = fabric.ports();
  }

  static void write(JsonWriter json, RunSummary summary) {
    FailureData data = new FailureData(summary.scenario().fabric());
    for (FailureEvent failure : summary.scenario().allFailures()) {
      if (failure.at().ps() < summary.result().endPs()) {
        data.take(failure);
      }
    }
    data.write(json);
  }

  private void take(FailureEvent failure) {
    long atPs = failure.at().ps();
    switch (failure) {
      case LinkEvent event -> {
        downNow.set(event.link(), !event.up());
        spells(down, event.link()).set(!event.up(), atPs);
        Link link = fabric.links().get(event.link());
        ends(link.a(), atPs);
        ends(link.b(), atPs);
      }
      case LinkQuality quality -> {
        Link made = fabric.links().get(quality.link());
        worse
            .computeIfAbsent(quality.link(), _ -> new Worse())
            .take(
                quality, !quality.equals(LinkQuality.restored(quality.at(), quality.link(), made)));
      }
      case PauseStorm storm -> spells(storms, storm.node()).set(storm.on(), atPs);
      case InterruptStorm storm ->
          spells(interrupted, storm.node()).set(storm.perSecond() > 0, atPs);
      case SlowReceiver of -> spells(slow, of.node()).set(of.drain().isPresent(), atPs);
      case NicFreeze of -> spells(frozen, of.node()).set(of.on(), atPs);
    }
  }

  /** A switch none of whose links is up is dead; a host's own link says as much of it. */
  private void ends(int id, long atPs) {
    Node node = fabric.nodes().get(id);
    if (!node.isHost()) {
      spells(dead, id).set(ports.get(id).stream().allMatch(downNow::get), atPs);
    }
  }

  private static Spells spells(Map<Integer, Spells> of, int id) {
    return of.computeIfAbsent(id, _ -> new Spells());
  }

  private void write(JsonWriter json) {
    json.array("failures");
    down.forEach((link, spells) -> write(json, "down", "link", link, spells));
    worse.forEach((link, of) -> {
      if (of.spells.any()) {
        json.object()
            .put("kind", "worse")
            .put("link", link)
            .put("rate", ReportData.thousandths(of.rateShare))
            .put("bitErrors", of.bitErrors);
        of.spells.write(json);
        json.endObject();
      }
    });
    dead.forEach((node, spells) -> write(json, "dead", "node", node, spells));
    storms.forEach((node, spells) -> write(json, "storm", "node", node, spells));
    interrupted.forEach((node, spells) -> write(json, "interrupts", "node", node, spells));
    slow.forEach((node, spells) -> write(json, "slow", "node", node, spells));
    frozen.forEach((node, spells) -> write(json, "frozen", "node", node, spells));
    json.endArray();
  }

  private static void write(JsonWriter json, String kind, String what, int id, Spells spells) {
    if (spells.any()) {
      json.object().put("kind", kind).put(what, id);
      spells.write(json);
      json.endObject();
    }
  }

  /** How much worse than made a link was at the worst; what wears gets worse degree by degree. */
  private static final class Worse {
    private final Spells spells = new Spells();
    private double rateShare = 1;
    private double bitErrors;

    private void take(LinkQuality quality, boolean isWorse) {
      spells.set(isWorse, quality.at().ps());
      if (isWorse) {
        rateShare = Math.min(rateShare, quality.rateShare());
        bitErrors = Math.max(bitErrors, quality.bitErrors());
      }
    }
  }

  /** From when until when something was broken, one after the other. */
  private static final class Spells {
    private final List<Long> times = new ArrayList<>();

    private void set(boolean broken, long atPs) {
      boolean brokenNow = times.size() % 2 == 1;
      if (broken != brokenNow) {
        times.add(atPs);
      }
    }

    private boolean any() {
      return !times.isEmpty();
    }

    private void write(JsonWriter json) {
      json.array("spans");
      times.forEach(json::add);
      if (times.size() % 2 == 1) {
        json.add(OPEN);
      }
      json.endArray();
    }
  }
}
