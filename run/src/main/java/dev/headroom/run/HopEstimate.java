package dev.headroom.run;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;

/**
 * Estimate of how much work a run is, before it is made: what it costs is about in proportion to
 * the hops of its data packets. It takes some tenths of a second at most: of many flows a sample is
 * looked at.
 *
 * @param hops of the data packets of all flows over shortest paths, if none is sent twice
 */
public record HopEstimate(double hops) {
  /** Of this, a run takes less than a tenth of a second of a core when the code is warm. */
  private static final double AT_ONCE = 500_000;

  /** Of this, some seconds. */
  private static final double SHORT = 20_000_000;

  /** Flows of one part of a workload that are looked at; of more, so many are. */
  private static final int SAMPLE = 1 << 16;

  /** The golden ratio without its 1: its multiples, less their whole parts, lie evenly in 0..1. */
  private static final double GOLDEN = 0.6180339887498949;

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
    Counted counted =
        new Counted(
            flows,
            new HostDistances(scenario.fabric()),
            scenario.settings().get(TransportKnobs.MTU));
    double packets = 0;
    for (int first = 0; first < flows.flows(); ) {
      int end = endOfPart(flows, first);
      packets += counted.packets(first, end);
      first = end;
    }
    return new HopEstimate(packets * counted.hopsPerPacket());
  }

  /** The first flow behind the part of one: parts are numbered in the order of their flows. */
  private static int endOfPart(FlowProgram flows, int first) {
    int part = flows.part(first);
    int low = first;
    int high = flows.flows();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (flows.part(middle) == part) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Packets of flows, and the links that they go over. */
  private static final class Counted {
    private final FlowProgram flows;
    private final HostDistances distances;
    private final double mtu;
    private double measuredPackets;
    private double measuredHops;

    Counted(FlowProgram flows, HostDistances distances, double mtu) {
      this.flows = flows;
      this.distances = distances;
      this.mtu = mtu;
    }

    /** Of the flows from one up to another. */
    double packets(int first, int end) {
      int all = end - first;
      int seen = Math.min(all, SAMPLE);
      double scale = (double) all / seen;
      double packets = 0;
      for (int i = 0; i < seen; i++) {
        int flow = all <= SAMPLE ? first + i : first + spread(i, all);
        double own = scale * Math.max(1, Math.ceil(flows.bytes(flow) / mtu));
        packets += own;
        measure(flow, own);
      }
      return packets;
    }

    /** A sample at even steps would meet the same step of a collective again and again. */
    private static int spread(int i, int all) {
      double turns = (i + 0.5) * GOLDEN;
      return Math.min(all - 1, (int) ((turns - Math.floor(turns)) * all));
    }

    private void measure(int flow, double packets) {
      int links = distances.links(flows.source(flow), flows.destination(flow));
      if (links != HostDistances.UNMEASURED) {
        measuredPackets += packets;
        measuredHops += packets * links;
      }
    }

    /** Those of hosts whose distances are not measured are taken to be like the others. */
    double hopsPerPacket() {
      return measuredPackets == 0 ? 0 : measuredHops / measuredPackets;
    }
  }
}
