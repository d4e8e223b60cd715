package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which node is simulated in which partition. Nothing that a run measures depends on it.
 *
 * <p>Nodes joined by a wire under 100 ns stay together, a host stays with its switch, and NICs that
 * share a PCIe link with each other. What is left is cut by tier-1 group (a pod, a leaf) into parts
 * of about equal weight; the switches above are dealt out in turn.
 */
final class Partitioning {
  private static final long SHORTEST_CUT_PS = 100_000;

  private Partitioning() {}

  /**
   * The part of each node, 0 to at most {@code parts} - 1.
   *
   * @param together nodes that are not cut apart, whatever wires say
   */
  static int[] cut(Fabric fabric, int parts, List<List<Node>> together) {
    int n = fabric.nodes().size();
    int[] leader = new int[n];
    for (int i = 0; i < n; i++) {
      leader[i] = i;
    }
    for (Link link : fabric.links()) {
      boolean access =
          fabric.nodes().get(link.a()).isHost() || fabric.nodes().get(link.b()).isHost();
      if (access || link.delay().ps() < SHORTEST_CUT_PS) {
        join(leader, link.a(), link.b());
      }
    }
    for (List<Node> nodes : together) {
      nodes.forEach(node -> join(leader, nodes.getFirst().id(), node.id()));
    }
    int[] weight = new int[n];
    int[] group = new int[n];
    int[] tier = new int[n];
    for (Node node : fabric.nodes()) {
      int at = find(leader, node.id());
      weight[at]++;
      if (!node.isHost()) {
        tier[at] = Math.max(tier[at], node.tier());
        group[at] = node.group();
      }
    }
    List<Integer> atoms = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (leader[i] == i) {
        atoms.add(i);
      }
    }
    atoms.sort(
        Comparator.comparing((Integer atom) -> weight[atom] == 1)
            .thenComparingInt(atom -> group[atom])
            .thenComparingInt(atom -> atom));
    return deal(atoms, weight, leader, Math.min(parts, atoms.size()));
  }

  private static int[] deal(List<Integer> atoms, int[] weight, int[] leader, int parts) {
    int[] partOfAtom = new int[leader.length];
    long heavy = atoms.stream().filter(atom -> weight[atom] > 1).mapToLong(a -> weight[a]).sum();
    long before = 0;
    int turn = 0;
    for (int atom : atoms) {
      if (weight[atom] > 1) {
        partOfAtom[atom] = (int) (before * parts / heavy);
        before += weight[atom];
      } else {
        partOfAtom[atom] = turn++ % parts;
      }
    }
    int[] part = new int[leader.length];
    for (int i = 0; i < part.length; i++) {
      part[i] = partOfAtom[find(leader, i)];
    }
    return part;
  }

  private static void join(int[] leader, int one, int other) {
    int a = find(leader, one);
    int b = find(leader, other);
    leader[Math.max(a, b)] = Math.min(a, b);
  }

  private static int find(int[] leader, int i) {
    int at = i;
    while (leader[at] != at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }

  /** The least delay of a link that joins different parts, or {@code Long.MAX_VALUE}. */
  static long lookaheadPs(Fabric fabric, int[] part) {
    long least = Long.MAX_VALUE;
    for (Link link : fabric.links()) {
      if (part[link.a()] != part[link.b()]) {
        least = Math.min(least, link.delay().ps());
      }
    }
    return least;
  }
}
