package dev.headroom.web.report;

import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.PauseRoot;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PauseSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of {@link PauseTree} over time: pause intervals for a single port, and the paused share for
 * ports that share a row. Where pauses fill less than half of the run, that part of it.
 */
final class PauseTimeline {
  private static final int SPANS = 600;
  private static final int SHARES = 300;
  private static final int ROOTS = 8;

  private final RunSummary summary;
  private final PortLoads ports;
  private final Map<Long, List<PauseSpan>> spans = new HashMap<>();
  private final PauseAxis axis;

  private PauseTimeline(RunSummary summary) {
    this.summary = summary;
    this.ports = summary.network().ports();
    for (PauseSpan span : summary.result().pauseSpans()) {
      spans.computeIfAbsent(key(span.node(), span.port()), _ -> new ArrayList<>()).add(span);
    }
    spans.values().forEach(list -> list.sort(Comparator.comparingLong(PauseSpan::fromPs)));
    axis =
        PauseAxis.of(
            summary.result().pauseSpans(), summary.span().startPs(), summary.span().durationPs());
  }

  static void write(JsonWriter json, RunSummary summary) {
    new PauseTimeline(summary).write(json);
  }

  private void write(JsonWriter json) {
    long pausedPorts = ports.loads().stream().filter(load -> load.pausedPs() > 0).count();
    json.object("pauses")
        .put("ports", pausedPorts)
        .put("fromPs", axis.fromPs() - summary.span().startPs())
        .put("toPs", axis.toPs() - summary.span().startPs())
        .array("roots");
    for (PauseRoot root :
        summary.network().roots().subList(0, Math.min(ROOTS, summary.network().roots().size()))) {
      json.array()
          .add(root.place())
          .add(root.pauses())
          .add(root.pausedPs())
          .add(root.cyclic() ? 1 : 0)
          .endArray();
    }
    json.endArray().array("rows");
    for (PauseTree.Row row : PauseTree.rows(summary)) {
      row(json, row);
    }
    json.endArray().endObject();
  }

  private void row(JsonWriter json, PauseTree.Row row) {
    PortLoad longest = row.ports().getFirst();
    json.object()
        .put("port", longest.name(summary.scenario().fabric()))
        .put("from", from(row.ports()))
        .put("to", ports.to(longest).name())
        .put("root", row.root().map(PauseRoot::place).orElse(""))
        .put("depth", row.depth())
        .put("parent", row.parent())
        .put("ports", row.ports().size())
        .put("pauses", row.ports().stream().mapToLong(PortLoad::pauses).sum())
        .put("pausedPs", row.ports().stream().mapToLong(PortLoad::pausedPs).sum())
        .put("share", mean(row.ports()))
        .put("longest", ReportData.thousandths(longest.pausedShare()));
    if (row.ports().size() == 1) {
      spans(json, longest);
    } else {
      shares(json, row.ports());
    }
    json.endObject();
  }

  /** What the ports belong to: a node by its name, {@code 16 hosts}. */
  private String from(List<PortLoad> loads) {
    List<Node> nodes = loads.stream().map(ports::from).distinct().toList();
    if (nodes.size() == 1) {
      return nodes.getFirst().name();
    }
    return nodes.size() + (nodes.getFirst().isHost() ? " hosts" : " switches");
  }

  private static long mean(List<PortLoad> loads) {
    return ReportData.thousandths(
        loads.stream().mapToDouble(PortLoad::pausedShare).average().orElse(0));
  }

  /** When the port stood still; what would lie within a pixel of each other is one. */
  private void spans(JsonWriter json, PortLoad load) {
    json.array("spans");
    long gapPs = Math.max(1, axis.lengthPs() / SPANS);
    long fromPs = -1;
    long toPs = -1;
    for (PauseSpan span : of(load)) {
      if (fromPs >= 0 && span.fromPs() - toPs < gapPs / 4) {
        toPs = Math.max(toPs, span.toPs());
        continue;
      }
      span(json, fromPs, toPs);
      fromPs = span.fromPs();
      toPs = span.toPs();
    }
    span(json, fromPs, toPs);
    json.endArray();
  }

  private void span(JsonWriter json, long fromPs, long toPs) {
    if (fromPs >= 0) {
      long shownPs = Math.max(fromPs, axis.fromPs());
      json.add(shownPs - summary.span().startPs()).add(Math.min(toPs, axis.toPs()) - shownPs);
    }
  }

  /** The share of the ports' time that they stood still, in equal parts of the run. */
  private void shares(JsonWriter json, List<PortLoad> loads) {
    double binPs = axis.lengthPs() / (double) SHARES;
    double[] paused = new double[SHARES];
    for (PortLoad load : loads) {
      long upToPs = axis.fromPs(); // classes of a port may be paused at once: that counts once
      for (PauseSpan span : of(load)) {
        double from = (Math.max(upToPs, span.fromPs()) - axis.fromPs()) / binPs;
        double to = (span.toPs() - axis.fromPs()) / binPs;
        for (int bin = (int) from; bin < Math.min(SHARES, to); bin++) {
          paused[bin] += Math.max(0, Math.min(to, bin + 1) - Math.max(from, bin));
        }
        upToPs = Math.max(upToPs, span.toPs());
      }
    }
    json.array("shares");
    for (double share : paused) {
      json.add(ReportData.thousandths(share / loads.size()));
    }
    json.endArray();
  }

  private List<PauseSpan> of(PortLoad load) {
    List<PauseSpan> all =
        spans.getOrDefault(key(load.port().node(), load.port().port()), List.of());
    return all.stream().filter(axis::holds).toList();
  }

  private static long key(int node, int port) {
    return ((long) node << 32) | port;
  }
}
