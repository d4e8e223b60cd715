package dev.headroom.run;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Distances between hosts of a fabric in links, over shortest paths. Hosts at one switch share what
 * is measured from it; from more than {@value #MOST} neighbors of hosts nothing is measured.
 */
final class HostDistances {
  /** Answer for a host whose neighbors came after the last that is measured. */
  static final int UNMEASURED = -1;

  private static final int MOST = 64;

  private final Fabric fabric;

  /** Links to each node, by the node that they are counted from. */
  private final Map<Integer, int[]> from = new HashMap<>();

  HostDistances(Fabric fabric) {
    this.fabric = fabric;
  }

  /**
   * Links of a shortest path.
   *
   * @param source position in {@code Fabric.hosts()}
   * @param destination likewise
   * @return 0 to the host itself and where there is no way; {@link #UNMEASURED}
   */
  int links(int source, int destination) {
    if (source == destination) {
      return 0;
    }
    int start = fabric.hosts().get(source).id();
    int end = fabric.hosts().get(destination).id();
    int least = Integer.MAX_VALUE;
    for (int position : fabric.ports().get(start)) {
      Optional<int[]> steps = steps(peer(fabric.links().get(position), start));
      if (steps.isEmpty()) {
        return UNMEASURED;
      }
      int beyond = steps.get()[end];
      if (beyond >= 0) {
        least = Math.min(least, 1 + beyond);
      }
    }
    return least == Integer.MAX_VALUE ? 0 : least;
  }

  private Optional<int[]> steps(int node) {
    if (from.size() >= MOST && !from.containsKey(node)) {
      return Optional.empty();
    }
    return Optional.of(from.computeIfAbsent(node, this::measured));
  }

  private static int peer(Link link, int node) {
    return link.a() == node ? link.b() : link.a();
  }

  /** Links from a node to each; -1 where there is no way. */
  private int[] measured(int start) {
    List<List<Integer>> ports = fabric.ports();
    int[] steps = new int[fabric.nodes().size()];
    Arrays.fill(steps, -1);
    steps[start] = 0;
    int[] open = new int[steps.length];
    open[0] = start;
    int last = 1;
    for (int next = 0; next < last; next++) {
      int node = open[next];
      if (fabric.nodes().get(node).isHost()) {
        continue; // hosts pass nothing on
      }
      for (int position : ports.get(node)) {
        int peer = peer(fabric.links().get(position), node);
        if (steps[peer] < 0) {
          steps[peer] = steps[node] + 1;
          open[last++] = peer;
        }
      }
    }
    return steps;
  }
}
