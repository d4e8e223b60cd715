package dev.headroom.model.fabric;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Connected components of a fabric, such as planes, with the component of each node. */
public final class ConnectedComponents {
  private final int[] of;
  private int count;

  public ConnectedComponents(Fabric fabric) {
    List<List<Integer>> ports = fabric.ports();
    of = new int[fabric.nodes().size()];
    Arrays.fill(of, -1);
    Deque<Integer> next = new ArrayDeque<>();
    for (int start = 0; start < of.length; start++) {
      if (of[start] >= 0) {
        continue;
      }
      of[start] = count;
      next.add(start);
      while (!next.isEmpty()) {
        int node = next.poll();
        for (int link : ports.get(node)) {
          int other = fabric.links().get(link).other(node);
          if (of[other] < 0) {
            of[other] = count;
            next.add(other);
          }
        }
      }
      count++;
    }
  }

  /** The island of a node, 0 to {@link #count} - 1. */
  public int of(Node node) {
    return of[node.id()];
  }

  /** How many there are; 1 where all nodes hang together. */
  public int count() {
    return count;
  }
}
