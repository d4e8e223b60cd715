package dev.headroom.run;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimate of how much work a run is, before it is made: what it costs is about in proportion to
 * the hops of its data packets.
 *
 * @param hops of the data packets of all flows over shortest paths, if none is sent twice
 */
public record HopEstimate(double hops) {
  /** Of this, a run takes less than a tenth of a second of a core when the code is warm. */
  private static final double AT_ONCE = 500_000;

  /** Of this, some seconds. */
  private static final double SHORT = 20_000_000;

  /** Senders whose distances are measured; those of others are taken to be like them. */
  private static final int SOURCES = 256;

  /** How long somebody waits for a run. */
  public enum Kind {
    /** Short enough to be made anew while a slider moves. */
    LIVE,
    /** Seconds. */
    SHORT,
    /** A job to come back to. */
    LONG
  }

  public Kind kind() {
    return hops < AT_ONCE ? Kind.LIVE : hops < SHORT ? Kind.SHORT : Kind.LONG;
  }

  /** That of a scenario. */
  public static HopEstimate of(Scenario scenario) {
    FlowProgram flows = scenario.flows();
    double mtu = scenario.settings().get(TransportKnobs.MTU);
    Map<Integer, int[]> distances = new HashMap<>();
    double measuredPackets = 0;
    double measuredHops = 0;
    double packets = 0;
    for (int flow = 0; flow < flows.flows(); flow++) {
      double own = Math.max(1, Math.ceil(flows.bytes(flow) / mtu));
      packets += own;
      int source = flows.source(flow);
      if (distances.size() < SOURCES || distances.containsKey(source)) {
        int[] links = distances.computeIfAbsent(source, each -> distances(scenario.fabric(), each));
        measuredPackets += own;
        measuredHops += own * links[flows.destination(flow)];
      }
    }
    return new HopEstimate(measuredPackets == 0 ? 0 : measuredHops * (packets / measuredPackets));
  }

  /** Links from one host to each, by position in {@code hosts()}; 0 where there is no way. */
  private static int[] distances(Fabric fabric, int source) {
    List<List<Integer>> ports = fabric.ports();
    int[] steps = new int[fabric.nodes().size()];
    Arrays.fill(steps, -1);
    ArrayDeque<Integer> open = new ArrayDeque<>();
    int start = fabric.hosts().get(source).id();
    steps[start] = 0;
    open.add(start);
    while (!open.isEmpty()) {
      int node = open.remove();
      if (node != start && fabric.nodes().get(node).isHost()) {
        continue; // hosts pass nothing on
      }
      for (int position : ports.get(node)) {
        Link link = fabric.links().get(position);
        int peer = link.a() == node ? link.b() : link.a();
        if (steps[peer] < 0) {
          steps[peer] = steps[node] + 1;
          open.add(peer);
        }
      }
    }
    return fabric.hosts().stream().mapToInt(host -> Math.max(0, steps[host.id()])).toArray();
  }
}
