package dev.headroom.sim.routing;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Node;
import dev.headroom.sim.fabric.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Builder of the routing tables of switches from shortest paths. */
public final class RoutingTableBuilder {
  private static final Hops NOWHERE = new Hops(new int[0]);

  private final ShortestPaths paths;
  private final List<Node> hosts;
  private final List<Node> switches;

  private final List<List<Integer>> linksOf;
  private final int buckets;
  private final boolean valleys;
  private final boolean upDown;

  /** Of InfiniBand's LIDs; -1 where packets are not forwarded by LID. */
  private final int lmc;

  /** The next hops of each switch by group when all links are up. */
  private Hops[][] first = {};

  /**
   * @param buckets of resilient hashing; 0: without
   * @param valleys whether packets may go down and up again where links have failed
   * @param upDown whether all ways go up and then down, though there be shorter ones
   * @param lmc LIDs of a host, as a power of two; -1 where packets are not forwarded by LID
   */
  public RoutingTableBuilder(
      Fabric fabric,
      boolean byDescendingId,
      int buckets,
      boolean valleys,
      boolean upDown,
      int lmc) {
    this.buckets = buckets;
    this.valleys = valleys;
    this.upDown = upDown;
    this.lmc = lmc;
    linksOf = fabric.ports();
    paths = new ShortestPaths(fabric, byDescendingId);
    hosts = fabric.hosts();
    switches = fabric.switches();
  }

  /** Numbers of ports, in order: switches share the lists that are equal. */
  private record Hops(int[] numbers) {
    Port[] of(Port[] ports) {
      Port[] own = new Port[numbers.length];
      for (int i = 0; i < own.length; i++) {
        own[i] = ports[numbers[i]];
      }
      return own;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Hops that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  /** What there was to choose from, and what there is now. */
  private record Choices(Hops first, Hops now) {
    // By hand, as the methods of a record are made when first asked for: these are for every group.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Choices that && now.equals(that.now) && first.equals(that.first);
    }

    @Override
    public int hashCode() {
      return 31 * first.hashCode() + now.hashCode();
    }

    Port[] of(Port[] ports, int buckets) {
      Port[] hops = now.of(ports);
      return buckets == 0 ? hops : ResilientHash.buckets(first.of(ports), hops, buckets);
    }
  }

  /** The next hops of one switch: groups that are reached alike share them. */
  private final class Shared {
    private final Port[] ports;
    private final Map<Choices, Port[]> known = new HashMap<>();

    // Groups that follow each other mostly lie behind the same ports.
    private Choices last = new Choices(NOWHERE, NOWHERE);
    private Port[] hopsOfLast = {};

    Shared(Port[] ports) {
      this.ports = ports;
    }

    Port[] of(Hops before, Hops now) {
      if (!now.equals(last.now) || !before.equals(last.first)) {
        last = new Choices(before, now);
        hopsOfLast = known.computeIfAbsent(last, choices -> choices.of(ports, buckets));
      }
      return hopsOfLast;
    }
  }

  /** Destination group of each host. */
  public int[] groups() {
    return hosts.stream().mapToInt(host -> paths.groupOf(host.id())).toArray();
  }

  /**
   * A table for each switch.
   *
   * @param up whether a link is up as far as all switches know
   * @param nearby whether a link is up as far as the switches at its ends know
   * @param ports the ports of each node
   * @param selectors of each switch
   */
  public List<SwitchRoutes> tables(
      IntPredicate up, IntPredicate nearby, Port[][] ports, List<NextHopSelector> selectors) {
    int n = switches.size();
    int[] ownGroup = new int[n];
    Arrays.fill(ownGroup, SwitchRoutes.NO_GROUP);
    Port[][][] hopsOfGroup = new Port[n][paths.groups()][];
    Shared[] shared = new Shared[n];
    Arrays.setAll(shared, i -> new Shared(ports[switches.get(i).id()]));
    boolean initial = first.length == 0;
    if (initial) {
      first = new Hops[n][paths.groups()];
    }
    for (int group = 0; group < paths.groups(); group++) {
      // Where nothing has failed the shortest ways of a Clos fabric have no valleys.
      int[][] hops =
          !upDown && (initial || valleys || !paths.isTiered())
              ? paths.towards(group, up)
              : paths.upAndDownTowards(group, up);
      for (int i = 0; i < n; i++) {
        int node = switches.get(i).id();
        if (paths.isRoot(group, node)) {
          ownGroup[i] = group;
          hopsOfGroup[i][group] = new Port[0];
        } else {
          Hops now = new Hops(initial ? hops[node] : usable(node, hops[node], nearby));
          if (initial) {
            first[i][group] = now;
          }
          hopsOfGroup[i][group] = shared[i].of(first[i][group], now);
        }
      }
    }
    @Nullable Port[] toHost = portsToHosts(ports);
    int[] groupOfHost = groups();
    List<SwitchRoutes> tables = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int node = switches.get(i).id();
      LinearForwardingTable table =
          lmc < 0
              ? null
              : LinearForwardingTable.of(groupOfHost, hopsOfGroup[i], ports[node].length, lmc);
      tables.add(new SwitchRoutes(ownGroup[i], hopsOfGroup[i], toHost, selectors.get(i), table));
    }
    return tables;
  }

  private int[] usable(int node, int[] numbers, IntPredicate nearby) {
    List<Integer> links = linksOf.get(node);
    int[] usable = new int[numbers.length];
    int n = 0;
    for (int number : numbers) {
      if (nearby.test(links.get(number))) {
        usable[n++] = number;
      }
    }
    return n == numbers.length ? numbers : Arrays.copyOf(usable, n);
  }

  private @Nullable Port[] portsToHosts(Port[][] ports) {
    @Nullable Port[] toHost = new Port[hosts.size()];
    for (int host = 0; host < toHost.length; host++) {
      Port[] own = ports[hosts.get(host).id()];
      toHost[host] = own.length == 0 ? null : own[0].peer();
    }
    return toHost;
  }
}
