package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * All shortest paths by hops, one search per destination group. Hosts forward nothing.
 *
 * <p>A group is the set of hosts that hang on one switch by one link each; a host with more links
 * is a group of its own. Next hops are listed in the order in which the search visits them. That
 * order is our own business, except where ECMP must take the same path as another simulator's.
 */
final class ShortestPaths {
  /** No group: not a host. */
  static final int NONE = -1;

  private final Fabric fabric;
  private final List<List<Integer>> ports;
  private final int[][] neighbourOrder;
  private final int[] groupOfNode;
  private final List<Integer> rootOfGroup = new ArrayList<>();

  /**
   * @param byDescendingId whether neighbours are visited hosts first, then switches with the
   *     highest id first, as Alibaba's HPCC simulator does (its map is keyed by address, and its
   *     large switch objects are mapped downwards); else in port order
   */
  ShortestPaths(Fabric fabric, boolean byDescendingId) {
    this.fabric = fabric;
    ports = fabric.ports();
    neighbourOrder = new int[fabric.nodes().size()][];
    for (Node node : fabric.nodes()) {
      neighbourOrder[node.id()] = order(node, byDescendingId);
    }
    groupOfNode = new int[fabric.nodes().size()];
    Arrays.fill(groupOfNode, NONE);
    Map<Integer, Integer> groupOfRoot = new HashMap<>();
    for (Node host : fabric.hosts()) {
      int root = root(host);
      groupOfNode[host.id()] =
          groupOfRoot.computeIfAbsent(
              root,
              r -> {
                rootOfGroup.add(r);
                return rootOfGroup.size() - 1;
              });
    }
  }

  private int[] order(Node node, boolean byDescendingId) {
    List<Integer> own = ports.get(node.id());
    List<Integer> numbers = new ArrayList<>();
    for (int port = 0; port < own.size(); port++) {
      numbers.add(port);
    }
    if (byDescendingId) {
      numbers.sort(
          Comparator.comparing((Integer port) -> !neighbour(node.id(), port).isHost())
              .thenComparing(port -> {
                Node n = neighbour(node.id(), port);
                return n.isHost() ? n.id() : -n.id();
              }));
    }
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private Node neighbour(int node, int port) {
    return fabric.nodes().get(fabric.links().get(ports.get(node).get(port)).other(node));
  }

  private int root(Node host) {
    List<Integer> own = ports.get(host.id());
    if (own.size() != 1) {
      return host.id();
    }
    Node other = neighbour(host.id(), 0);
    return other.isHost() ? host.id() : other.id();
  }

  int groups() {
    return rootOfGroup.size();
  }

  int groupOf(int node) {
    return groupOfNode[node];
  }

  /** Whether a group's hosts hang on this switch. */
  boolean isRoot(int group, int node) {
    return rootOfGroup.get(group) == node;
  }

  /**
   * For each node the ports that lead to a group on a shortest path.
   *
   * @param up whether a link may be used
   */
  int[][] towards(int group, IntPredicate up) {
    int n = fabric.nodes().size();
    int[] distance = new int[n];
    Arrays.fill(distance, Integer.MAX_VALUE);
    int[][] hops = new int[n][];
    int[] queue = new int[n];
    int head = 0;
    int tail = 0;
    int root = rootOfGroup.get(group);
    distance[root] = 0;
    queue[tail++] = root;
    while (head < tail) {
      int now = queue[head++];
      for (int port : neighbourOrder[now]) {
        int index = ports.get(now).get(port);
        if (!up.test(index)) {
          continue;
        }
        Link link = fabric.links().get(index);
        int next = link.other(now);
        if (distance[next] == Integer.MAX_VALUE) {
          distance[next] = distance[now] + 1;
          if (!fabric.nodes().get(next).isHost()) {
            queue[tail++] = next;
          }
        }
        if (distance[next] == distance[now] + 1) {
          hops[next] = append(hops[next], ports.get(next).indexOf(index));
        }
      }
    }
    return hops;
  }

  private static int[] append(int[] array, int value) {
    if (array == null) {
      return new int[] {value};
    }
    int[] longer = Arrays.copyOf(array, array.length + 1);
    longer[array.length] = value;
    return longer;
  }
}
