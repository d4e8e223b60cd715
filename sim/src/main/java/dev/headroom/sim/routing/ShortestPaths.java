package dev.headroom.sim.routing;

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
public final class ShortestPaths {
  /** No group: not a host. */
  static final int NONE = -1;

  private static final int[] NO_HOPS = {};

  private final Fabric fabric;
  private final List<List<Integer>> ports;

  // Neighbours that are switches, by node and in the order in which they are visited.
  private final int[][] neighbours;
  private final int[][] linksTo;
  private final int[][] portsBack;

  private final boolean tiered;

  /** How far up each node is, once somebody has asked. */
  private long[] heights = {};

  private final int[] groupOfNode;
  private final IntArrayList rootOfGroup = new IntArrayList();

  /** Next hops found so far, by node; as long as there could be. */
  private final int[][] found;

  /** What was found last, by node: groups that follow each other mostly lie behind the same. */
  private final int[][] last;

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
    last = new int[n][];
    Arrays.fill(last, NO_HOPS);
    int[][] portsOfLink = portsOfLink();
    for (int node = 0; node < n; node++) {
      visit(node, portsOfLink, byDescendingId);
    }
    tiered = fabric.links().stream().noneMatch(link -> tier(link.a()) == tier(link.b()));
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
    found[node] = new int[ports.get(node).size()]; // a host that is a root is no neighbour
    for (int i = 0; i < degree; i++) {
      int link = links.get(i);
      int other = neighbour(node, link).id();
      neighbours[node][i] = other;
      linksTo[node][i] = link;
      portsBack[node][i] = portsOfLink[link][fabric.links().get(link).a() == other ? 0 : 1];
    }
  }

  private int tier(int node) {
    return fabric.nodes().get(node).tier();
  }

  /**
   * Switches that are nearer to the middle are above those further out, and of equal ones those
   * with the lesser id, so that any two neighbours are one above the other. The middle is the first
   * switch from which the farthest one is nearest (opensm takes its root from distances too).
   */
  private long[] heights() {
    int n = fabric.nodes().size();
    if (heights.length == n) {
      return heights;
    }
    heights = new long[n];
    if (tiered) {
      Arrays.setAll(heights, this::tier);
      return heights;
    }
    int[] ranks = new int[n];
    int least = Integer.MAX_VALUE;
    for (Node node : fabric.switches()) {
      int[] distances = distances(node.id());
      int farthest =
          fabric.switches().stream().mapToInt(other -> distances[other.id()]).max().orElse(0);
      if (farthest < least) {
        least = farthest;
        ranks = distances;
      }
    }
    for (Node node : fabric.switches()) {
      heights[node.id()] = (long) (n - ranks[node.id()] + 1) * n - node.id();
    }
    return heights;
  }

  /** Hops between switches. */
  private int[] distances(int from) {
    int n = neighbours.length;
    int[] distance = new int[n];
    Arrays.fill(distance, n);
    int[] queue = new int[n];
    int tail = 0;
    distance[from] = 0;
    queue[tail++] = from;
    for (int head = 0; head < tail; head++) {
      for (int next : neighbours[queue[head]]) {
        if (distance[next] == n) {
          distance[next] = distance[queue[head]] + 1;
          queue[tail++] = next;
        }
      }
    }
    return distance;
  }

  /** Whether each link joins two tiers, so that every way is one of ups and downs. */
  boolean isTiered() {
    return tiered;
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
    return found(new Search(group, up, (near, far) -> true).hops);
  }

  /**
   * The same over ways that go up and then down and never up again: a switch from which there is a
   * way down takes it, any other goes up. Where a fabric is not {@linkplain #isTiered tiered}, up
   * is towards its middle.
   */
  int[][] upAndDownTowards(int group, IntPredicate up) {
    long[] height = heights();
    Search search = new Search(group, up, (near, far) -> height[far] > height[near]);
    for (int node : fromTheTop()) {
      if (search.distance[node] == Integer.MAX_VALUE && !fabric.nodes().get(node).isHost()) {
        goUp(node, search.distance, search.hops, up);
      }
    }
    return found(search.hops);
  }

  /** Whether a packet may come from one switch to the next, nearer to where it is going. */
  private interface Step {
    boolean isAllowed(int near, int far);
  }

  /** One breadth-first search from a group's root; it leaves next hops in {@link #found}. */
  private final class Search {
    final int[] distance = new int[neighbours.length];
    final int[] hops = new int[neighbours.length];

    Search(int group, IntPredicate up, Step step) {
      Arrays.fill(distance, Integer.MAX_VALUE);
      int[] queue = new int[neighbours.length];
      int tail = 0;
      int root = rootOfGroup.getInt(group);
      distance[root] = 0;
      queue[tail++] = root;
      for (int head = 0; head < tail; head++) {
        int near = queue[head];
        for (int i = 0; i < neighbours[near].length; i++) {
          int far = neighbours[near][i];
          if (distance[far] <= distance[near]
              || !up.test(linksTo[near][i])
              || !step.isAllowed(near, far)) {
            continue;
          }
          if (distance[far] == Integer.MAX_VALUE) {
            distance[far] = distance[near] + 1;
            queue[tail++] = far;
          }
          found[far][hops[far]++] = portsBack[near][i];
        }
      }
    }
  }

  private int[][] found(int[] hops) {
    int[][] result = new int[hops.length][];
    for (int node = 0; node < result.length; node++) {
      int[] before = last[node];
      boolean same = Arrays.equals(before, 0, before.length, found[node], 0, hops[node]);
      result[node] = same ? before : Arrays.copyOf(found[node], hops[node]);
      last[node] = result[node];
    }
    return result;
  }

  /** Lets a switch that has no way down take the nearest of those above it. */
  private void goUp(int node, int[] distance, int[] hops, IntPredicate up) {
    long[] height = heights();
    for (int i = 0; i < neighbours[node].length; i++) {
      int above = neighbours[node][i];
      boolean leads =
          height[above] > height[node]
              && distance[above] != Integer.MAX_VALUE
              && up.test(linksTo[node][i]);
      if (leads && distance[above] + 1 <= distance[node]) {
        hops[node] = distance[above] + 1 < distance[node] ? 0 : hops[node];
        distance[node] = distance[above] + 1;
        found[node][hops[node]++] = ports.get(node).indexOf(linksTo[node][i]);
      }
    }
  }

  private int[] fromTheTop() {
    long[] height = heights();
    return fabric.nodes().stream()
        .sorted(Comparator.comparingLong(node -> -height[node.id()]))
        .mapToInt(Node::id)
        .toArray();
  }
}
