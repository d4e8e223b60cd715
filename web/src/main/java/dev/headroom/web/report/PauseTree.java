package dev.headroom.web.report;

import dev.headroom.run.figures.PauseRoot;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.run.summary.RunSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tree of PFC pauses as rows in causal order. Under each root, costliest first, stand the ports
 * that its node paused, then the ports that their nodes paused, and so on. Ports of one pauser that
 * nothing else stood still for (hosts, as a rule) share a row.
 */
final class PauseTree {
  private static final int ROWS = 48;

  /** Ports of one pauser with a row each; those after them share one. */
  private static final int BRANCHES = 4;

  /** As many ports alike still have a row each. */
  private static final int FEW = 2;

  /** What stood still for a shorter part of what the first one did is no branch of its own. */
  private static final double NEGLIGIBLE = 0.05;

  private final PortLoads ports;
  private final Map<Integer, List<PortLoad>> pausedBy = new HashMap<>();
  private final BitSet expanded = new BitSet();
  private final List<Row> rows = new ArrayList<>();

  /**
   * Ports that stood paused, by the same node.
   *
   * @param ports the one that stood longest first
   * @param root where it starts, in the first row of a root
   * @param parent the row of the port through which its pauser was itself held up; -1 for none
   */
  record Row(List<PortLoad> ports, Optional<PauseRoot> root, int depth, int parent) {}

  private PauseTree(PortLoads ports) {
    this.ports = ports;
    for (PortLoad load : ports.loads()) {
      if (load.pausedPs() > 0) {
        pausedBy.computeIfAbsent(load.port().peer(), _ -> new ArrayList<>()).add(load);
      }
    }
    Comparator<PortLoad> longest =
        Comparator.comparingLong(PortLoad::pausedPs).reversed().thenComparingInt(PortLoad::index);
    pausedBy.values().forEach(list -> list.sort(longest));
  }

  /** The rows, from the top down. */
  static List<Row> rows(RunSummary summary) {
    PauseTree tree = new PauseTree(summary.network().ports());
    for (PauseRoot root : summary.network().roots()) {
      if (!tree.expanded.get(root.node())) {
        tree.grow(root);
      }
    }
    return List.copyOf(tree.rows);
  }

  private void grow(PauseRoot root) {
    Deque<Row> todo = new ArrayDeque<>();
    push(todo, root.node(), Optional.of(root), 1, -1);
    while (!todo.isEmpty() && rows.size() < ROWS) {
      Row row = todo.pop();
      rows.add(row);
      if (row.ports().size() == 1) {
        int node = row.ports().getFirst().port().node();
        push(todo, node, Optional.empty(), row.depth() + 1, rows.size() - 1);
      }
    }
  }

  /** A node's pauses are told once: where the node is first come to. */
  private void push(Deque<Row> todo, int pauser, Optional<PauseRoot> root, int depth, int parent) {
    if (expanded.get(pauser)) {
      return;
    }
    expanded.set(pauser);
    List<List<PortLoad>> together = together(pausedBy.getOrDefault(pauser, List.of()));
    for (int i = together.size() - 1; i >= 0; i--) {
      todo.push(new Row(together.get(i), i == 0 ? root : Optional.empty(), depth, parent));
    }
  }

  /** Ports that others stood still for one by one, then the rest: switches, then hosts. */
  private List<List<PortLoad>> together(List<PortLoad> paused) {
    List<List<PortLoad>> together = new ArrayList<>();
    List<PortLoad> switches = new ArrayList<>();
    List<PortLoad> hosts = new ArrayList<>();
    for (PortLoad load : paused) {
      boolean matters = load.pausedPs() >= NEGLIGIBLE * paused.getFirst().pausedPs();
      if (matters && together.size() < BRANCHES && pausedBy.containsKey(load.port().node())) {
        together.add(List.of(load));
      } else {
        (ports.from(load).isHost() ? hosts : switches).add(load);
      }
    }
    for (List<PortLoad> alike : List.of(switches, hosts)) {
      if (alike.size() > FEW) {
        together.add(List.copyOf(alike));
      } else {
        alike.forEach(load -> together.add(List.of(load)));
      }
    }
    return together;
  }
}
