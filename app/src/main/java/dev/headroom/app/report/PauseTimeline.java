package dev.headroom.app.report;

import dev.headroom.app.results.Json;
import dev.headroom.app.results.PauseRoot;
import dev.headroom.app.results.PortLoad;
import dev.headroom.app.results.Ports;
import dev.headroom.app.results.Summary;
import dev.headroom.sim.measure.PauseSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who paused whom, as rows in the order of cause: under each root, costliest first, the ports that
 * its node paused; under each of those the ports that their node paused, and so on.
 */
final class PauseTimeline {
  private static final int ROWS = 48;
  private static final int CHILDREN = 10;
  private static final int SPANS = 600;

  private final Summary summary;
  private final Ports ports;
  private final Map<Integer, List<PortLoad>> pausedBy = new HashMap<>();
  private final Map<Long, List<PauseSpan>> spans = new HashMap<>();
  private final BitSet expanded = new BitSet();
  private final List<Row> rows = new ArrayList<>();
  private final Map<Integer, PauseRoot> heads = new HashMap<>();

  /**
   * A port that stood paused.
   *
   * @param parent the row of the port through which its pauser was itself held up; -1 for none
   */
  private record Row(PortLoad port, int depth, int parent) {}

  private PauseTimeline(Summary summary) {
    this.summary = summary;
    this.ports = summary.ports();
    for (PortLoad load : ports.loads()) {
      if (load.pausedPs() > 0) {
        pausedBy.computeIfAbsent(load.port().peer(), _ -> new ArrayList<>()).add(load);
      }
    }
    Comparator<PortLoad> longest =
        Comparator.comparingLong(PortLoad::pausedPs).reversed().thenComparingInt(PortLoad::index);
    pausedBy.values().forEach(list -> list.sort(longest));
    for (PauseSpan span : summary.result().pauseSpans()) {
      spans.computeIfAbsent(key(span.node(), span.port()), _ -> new ArrayList<>()).add(span);
    }
  }

  static void write(Json json, Summary summary) {
    new PauseTimeline(summary).write(json);
  }

  private void write(Json json) {
    long pausedPorts = ports.loads().stream().filter(load -> load.pausedPs() > 0).count();
    for (PauseRoot root : summary.roots()) {
      if (rows.size() < ROWS && !expanded.get(root.node())) {
        heads.put(rows.size(), root);
        grow(root.node());
      }
    }
    json.object("pauses").put("ports", pausedPorts).array("roots");
    for (PauseRoot root : summary.roots().subList(0, Math.min(8, summary.roots().size()))) {
      json.array()
          .add(root.place())
          .add(root.pauses())
          .add(root.pausedPs())
          .add(root.cyclic() ? 1 : 0)
          .endArray();
    }
    json.endArray().array("rows");
    for (int i = 0; i < rows.size(); i++) {
      row(json, rows.get(i), heads.containsKey(i) ? heads.get(i).place() : "");
    }
    json.endArray().endObject();
  }

  private void grow(int root) {
    Deque<Row> todo = new ArrayDeque<>();
    push(todo, root, 1, -1);
    while (!todo.isEmpty() && rows.size() < ROWS) {
      Row row = todo.pop();
      rows.add(row);
      push(todo, row.port().port().node(), row.depth() + 1, rows.size() - 1);
    }
  }

  /** A node's pauses are told once: where the node is first come to. */
  private void push(Deque<Row> todo, int pauser, int depth, int parent) {
    if (expanded.get(pauser)) {
      return;
    }
    expanded.set(pauser);
    List<PortLoad> paused = pausedBy.getOrDefault(pauser, List.of());
    for (int i = Math.min(CHILDREN, paused.size()) - 1; i >= 0; i--) {
      todo.push(new Row(paused.get(i), depth, parent));
    }
  }

  private void row(Json json, Row row, String root) {
    PortLoad load = row.port();
    json.object()
        .put("port", load.name(summary.scenario().fabric()))
        .put("by", ports.to(load).name())
        .put("root", root)
        .put("depth", row.depth())
        .put("parent", row.parent())
        .put("pauses", load.pauses())
        .put("pausedPs", load.pausedPs())
        .put("share", ReportData.thousandths(load.pausedShare()))
        .array("spans");
    long gapPs = Math.max(1, summary.durationPs() / SPANS);
    long fromPs = -1;
    long toPs = -1;
    for (PauseSpan span :
        spans.getOrDefault(key(load.port().node(), load.port().port()), List.of())) {
      if (fromPs >= 0 && span.fromPs() - toPs < gapPs / 4) {
        toPs = Math.max(toPs, span.toPs());
        continue;
      }
      span(json, fromPs, toPs);
      fromPs = span.fromPs();
      toPs = span.toPs();
    }
    span(json, fromPs, toPs);
    json.endArray().endObject();
  }

  private void span(Json json, long fromPs, long toPs) {
    if (fromPs >= 0) {
      json.add(fromPs - summary.startPs()).add(toPs - fromPs);
    }
  }

  private static long key(int node, int port) {
    return ((long) node << 32) | port;
  }
}
