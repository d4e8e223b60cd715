package dev.headroom.sim.fabric;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import it.unimi.dsi.fastutil.ints.IntArrayList;
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

  // Neighbours that are switches, by node and in the order in which they are visited.
  private final int[][] neighbours;
  private final int[][] linksTo;
  private final int[][] portsBack;

  private final int[] groupOfNode;
  private final IntArrayList rootOfGroup = new IntArrayList();

  /** Next hops found so far, by node; as long as there could be. */
  private final int[][] found;

  /**
   * @param byDescendingId whether neighbours are visited hosts first, then switches with the
   *     highest id first, as Alibaba's HPCC simulator does (its map is keyed by address, and its
   *     large switch objects are mapped downwards); else in port order
   */
  ShortestPaths(Fabric fabric, boolean byDescendingId) {
    this.fabric = fabric;
    ports = fabric.ports();
    int n = fabric.nodes().size();
    neighbours = new int[n][];
    linksTo = new int[n][];
    portsBack = new int[n][];
    found = new int[n][];
    int[][] portsOfLink = portsOfLink();
    for (int node = 0; node < n; node++) {
      visit(node, portsOfLink, byDescendingId);
    }
    groupOfNode = new int[n];
    Arrays.fill(groupOfNode, NONE);
    Map<Integer, Integer> groupOfRoot = new HashMap<>();
    for (Node host : fabric.hosts()) {
      int root = root(host);
      groupOfNode[host.id()] =
          groupOfRoot.computeIfAbsent(
              root,
              r -> {
                rootOfGroup.add(root);
                return rootOfGroup.size() - 1;
              });
    }
  }

  /** The port of each link at its one end and at its other. */
  private int[][] portsOfLink() {
    int[] next = new int[fabric.nodes().size()];
    int[][] numbers = new int[fabric.links().size()][];
    for (int i = 0; i < numbers.length; i++) {
      Link link = fabric.links().get(i);
      numbers[i] = new int[] {next[link.a()]++, next[link.b()]++};
    }
    return numbers;
  }

  private void visit(int node, int[][] portsOfLink, boolean byDescendingId) {
    List<Integer> links = new ArrayList<>(ports.get(node));
    links.removeIf(link -> neighbour(node, link).isHost());
    if (byDescendingId) {
      links.sort(Comparator.comparingInt(link -> -neighbour(node, link).id()));
    }
    int degree = links.size();
    neighbours[node] = new int[degree];
    linksTo[node] = new int[degree];
    portsBack[node] = new int[degree];
    found[node] = new int[degree];
    for (int i = 0; i < degree; i++) {
      int link = links.get(i);
      int other = neighbour(node, link).id();
      neighbours[node][i] = other;
      linksTo[node][i] = link;
      portsBack[node][i] = portsOfLink[link][fabric.links().get(link).a() == other ? 0 : 1];
    }
  }

  private Node neighbour(int node, int link) {
    return fabric.nodes().get(fabric.links().get(link).other(node));
  }

  private int root(Node host) {
    List<Integer> own = ports.get(host.id());
    if (own.size() != 1) {
      return host.id();
    }
    Node other = neighbour(host.id(), own.getFirst());
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
    return rootOfGroup.getInt(group) == node;
  }

  /**
   * For each switch the ports that lead to a group on a shortest path; for a host none.
   *
   * @param up whether a link may be used
   */
  int[][] towards(int group, IntPredicate up) {
    int n = neighbours.length;
    int[] distance = new int[n];
    Arrays.fill(distance, Integer.MAX_VALUE);
    int[] hops = new int[n];
    int[] queue = new int[n];
    int tail = 0;
    int root = rootOfGroup.getInt(group);
    distance[root] = 0;
    queue[tail++] = root;
    for (int head = 0; head < tail; head++) {
      int now = queue[head];
      for (int i = 0; i < neighbours[now].length; i++) {
        int next = neighbours[now][i];
        if (distance[next] <= distance[now] || !up.test(linksTo[now][i])) {
          continue;
        }
        if (distance[next] == Integer.MAX_VALUE) {
          distance[next] = distance[now] + 1;
          queue[tail++] = next;
        }
        found[next][hops[next]++] = portsBack[now][i];
      }
    }
    int[][] result = new int[n][];
    for (int node = 0; node < n; node++) {
      result[node] = Arrays.copyOf(found[node], hops[node]);
    }
    return result;
  }
}
