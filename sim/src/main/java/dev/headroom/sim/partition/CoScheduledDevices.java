package dev.headroom.sim.partition;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups of devices that share an event queue, because hardly any time passes between them. Nothing
 * that a run measures depends on it.
 *
 * @param of by node, the first node that stands with it
 * @param far by node, on which of two sides those that stand there are; no wire joins two stations
 *     of one side. All on one where that cannot be, or where hosts hear of each other so soon by
 *     other ways that it is no good.
 * @param hostSignalDelayPs how much later, at least, a host does what another tells it without a
 *     packet
 */
public record CoScheduledDevices(int[] of, boolean[] far, long hostSignalDelayPs) {
  /** Devices at the ends of a shorter wire stand together. */
  private static final long SHORTEST_PS = 40_000;

  /** With more than so many devices together it is as well that all share one order. */
  public static final int LARGEST = 8;

  /**
   * @param together nodes that stand together, whatever wires say
   * @param heardPs how much later, at least, a host does what another tells it without a packet
   */
  public static CoScheduledDevices of(Fabric fabric, List<List<Node>> together, long heardPs) {
    UnionFind groups = new UnionFind(fabric.nodes().size());
    for (Link link : fabric.links()) {
      if (link.delay().ps() < SHORTEST_PS) {
        groups.join(link.a(), link.b());
      }
    }
    for (List<Node> nodes : together) {
      nodes.forEach(node -> groups.join(nodes.getFirst().id(), node.id()));
    }
    int[] of = groups.leaders();
    long shortestPs = Long.MAX_VALUE;
    for (Link link : fabric.links()) {
      if (of[link.a()] != of[link.b()]) {
        shortestPs = Math.min(shortestPs, link.delay().ps());
      }
    }
    boolean[] far = new boolean[of.length];
    if (heardPs / 2 >= shortestPs) {
      far = sides(fabric, of);
    }
    return new CoScheduledDevices(of, far, heardPs);
  }

  /** Tells sides apart, going from neighbour to neighbour; all on one if that cannot be. */
  private static boolean[] sides(Fabric fabric, int[] of) {
    boolean[] seen = new boolean[of.length];
    boolean[] far = new boolean[of.length];
    List<List<Integer>> beside = neighbours(fabric, of);
    int[] toVisit = new int[of.length];
    for (int first = 0; first < of.length; first++) {
      if (seen[first]) {
        continue;
      }
      seen[first] = true;
      int known = 0;
      toVisit[known++] = first;
      for (int i = 0; i < known; i++) {
        int at = toVisit[i];
        for (int next : beside.get(at)) {
          if (!seen[next]) {
            seen[next] = true;
            far[next] = !far[at];
            toVisit[known++] = next;
          } else if (far[next] == far[at]) {
            return new boolean[of.length];
          }
        }
      }
    }
    return far;
  }

  private static List<List<Integer>> neighbours(Fabric fabric, int[] of) {
    List<List<Integer>> beside = new ArrayList<>();
    for (int i = 0; i < of.length; i++) {
      beside.add(new ArrayList<>());
    }
    for (Link link : fabric.links()) {
      int a = of[link.a()];
      int b = of[link.b()];
      if (a != b) {
        beside.get(a).add(b);
        beside.get(b).add(a);
      }
    }
    return beside;
  }

  /** Devices of the largest of them. */
  public int largest() {
    int[] size = new int[of.length];
    int largest = 0;
    for (int station : of) {
      largest = Math.max(largest, ++size[station]);
    }
    return largest;
  }
}
