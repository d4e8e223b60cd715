package dev.headroom.sim.control;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Time;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The longest round trip between two hosts of a fabric without queues, over shortest paths by hops,
 * in picoseconds:
 *
 * <pre>
 *   sum over links (2 delay + 8 (MTU + headers)/rate) + 2 sum over switches latency
 * </pre>
 *
 * with 148 bytes for the headers of a packet and for its ACK (62 + 66 and 20 around them), as if
 * every hop waited for the tail. Where packets cut through it is longer than what a packet takes by
 * some serialization times, and T is to be "slightly greater than the maximum base RTT" (Li et al.,
 * SIGCOMM 2019, section 3.2). In a scheduled fabric ({@code routing.voq}) a packet and its ACK each
 * wait at their first leaf until the last one has been asked and has granted: the way between the
 * leaves three times instead of once. Hosts that are not ideal {@linkplain NicRttShare add} the
 * most that any of them takes to send and to receive. Costs a search of the switches for each
 * switch that has hosts and hangs on others than those before it: one for each pod of a fat tree.
 */
public final class BaseRtt {
  private static final double PS_PER_BYTE_AT_1BPS = 8e12;

  private static final int HEADER_BYTES = 148;
  private static final int UNREACHED = Integer.MAX_VALUE;

  private final Fabric fabric;
  private final List<List<Integer>> linksOf;
  private final long bytes;
  private final long[] latencyPs;

  /** The switches beside each switch, link by link, and what the link takes there and back. */
  private final int[][] neighbors;

  private final long[][] neighborRttPs;
  private final long hostsPs;

  /** Trips there and back between the leaves in a round trip: with those for credit. */
  private final int trips;

  private BaseRtt(Scenario scenario, long bytes) {
    fabric = scenario.fabric();
    linksOf = fabric.ports();
    this.bytes = bytes;
    latencyPs = new long[fabric.nodes().size()];
    for (Node node : fabric.switches()) {
      latencyPs[node.id()] = scenario.at(node).get(SwitchKnobs.SWITCH_LATENCY).ps();
    }
    neighbors = new int[latencyPs.length][];
    neighborRttPs = new long[latencyPs.length][];
    for (Node node : fabric.switches()) {
      lookAround(node.id());
    }
    hostsPs = NicRttShare.of(scenario, bytes);
    Settings all = scenario.settings();
    trips =
        all.get(RoutingKnobs.ROUTING) == RoutingAlgorithm.CELLS && all.get(RoutingKnobs.VOQ)
            ? 3
            : 1;
  }

  /** Notes what is beside a switch. */
  private void lookAround(int node) {
    List<Integer> links = linksOf.get(node);
    int[] others = new int[links.size()];
    long[] ps = new long[others.length];
    int count = 0;
    for (int index : links) {
      Link link = fabric.links().get(index);
      int other = link.other(node);
      if (!fabric.nodes().get(other).isHost()) {
        others[count] = other;
        ps[count++] = linkPs(link);
      }
    }
    neighbors[node] = Arrays.copyOf(others, count);
    neighborRttPs[node] = Arrays.copyOf(ps, count);
  }

  /**
   * What {@code congestion.baseRtt} says, or else is worked out where the congestion control asks
   * for it; at least a picosecond.
   */
  public static long of(Scenario scenario) {
    Settings settings = scenario.settings();
    return settings.get(CongestionKnobs.ALGORITHM).needsBaseRtt()
        ? of(scenario, settings.get(TransportKnobs.MTU) + HEADER_BYTES)
        : configured(settings).orElse(1L);
  }

  /**
   * The same, for a transport that asks for it itself.
   *
   * @param bytes of a full packet and of its ACK, on the wire
   */
  public static long of(Scenario scenario, long bytes) {
    return configured(scenario.settings())
        .orElseGet(() -> Math.max(1, new BaseRtt(scenario, bytes).longestPs()));
  }

  private static Optional<Long> configured(Settings settings) {
    return settings.find(ControllerKnobs.BASE_RTT).map(Time::ps);
  }

  private long longestPs() {
    // Hosts by where they hang: a switch, and the slowest of their links to it counts for all.
    long[] edgePs = new long[fabric.nodes().size()];
    List<Integer> edges = new ArrayList<>();
    long longest = 0;
    for (Node host : fabric.hosts()) {
      for (int index : linksOf.get(host.id())) {
        Link link = fabric.links().get(index);
        int other = link.other(host.id());
        if (fabric.nodes().get(other).isHost()) {
          longest = Math.max(longest, linkPs(link));
        } else {
          if (edgePs[other] == 0) {
            edges.add(other);
          }
          edgePs[other] = Math.max(edgePs[other], linkPs(link));
        }
      }
    }
    Set<List<Object>> searched = new HashSet<>();
    for (int edge : edges) {
      if (searched.add(stand(edge, edgePs[edge]))) {
        longest = Math.max(longest, edgePs[edge] + longestFrom(edge, edgePs));
      }
    }
    return longest + hostsPs;
  }

  /** All that tells a switch from others: from two that are alike in it, all is equally far. */
  private List<Object> stand(int edge, long edgePs) {
    return List.of(
        edgePs, latencyPs[edge], IntList.of(neighbors[edge]), LongList.of(neighborRttPs[edge]));
  }

  /** From a switch, with its own latency, to the farthest host. */
  private long longestFrom(int from, long[] edgePs) {
    int[] hops = new int[fabric.nodes().size()];
    long[] ps = new long[hops.length];
    int[] queue = new int[hops.length];
    Arrays.fill(hops, UNREACHED);
    hops[from] = 0;
    ps[from] = 2 * latencyPs[from];
    queue[0] = from;
    int end = 1;
    long longest = 0;
    for (int turn = 0; turn < end; turn++) {
      int now = queue[turn];
      long between = now == from ? ps[now] : trips * ps[now];
      longest = Math.max(longest, between + edgePs[now]);
      for (int i = 0; i < neighbors[now].length; i++) {
        int next = neighbors[now][i];
        if (hops[next] <= hops[now]) {
          continue;
        }
        if (hops[next] == UNREACHED) {
          hops[next] = hops[now] + 1;
          queue[end++] = next;
        }
        ps[next] = Math.max(ps[next], ps[now] + neighborRttPs[now][i] + 2 * latencyPs[next]);
      }
    }
    return longest;
  }

  private long linkPs(Link link) {
    return 2 * link.delay().ps() + (long) (bytes * PS_PER_BYTE_AT_1BPS / link.rate().bps());
  }
}
