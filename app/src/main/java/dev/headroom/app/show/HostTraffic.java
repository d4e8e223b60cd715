package dev.headroom.app.show;

import dev.headroom.model.choice.Verb;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.HostCounts;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Traffic at the port of a host in a run, as its NIC would count it. */
public final class HostTraffic {
  private static final long PS_PER_US = 1_000_000;

  private HostTraffic() {}

  /**
   * As of one host.
   *
   * @param flows of the run, finished or not
   */
  public static PortTraffic of(
      Scenario scenario, RunResult result, List<FlowResult> flows, Node host) {
    PortResult own = sentBy(result, host.id());
    PortResult peer =
        result.ports().stream()
            .filter(port -> port.link() == own.link() && port.node() != host.id())
            .findFirst()
            .orElseThrow();
    int place = scenario.fabric().hosts().indexOf(host);
    boolean reads = scenario.settings().get(TransportKnobs.OPERATION) == Verb.READ;
    boolean writes = scenario.settings().get(TransportKnobs.OPERATION) == Verb.WRITE;
    long message = scenario.settings().get(TransportKnobs.MESSAGE_SIZE).bytes();
    long here = 0;
    long asked = 0;
    for (FlowResult flow : flows) {
      long messages = Math.ceilDiv(flow.deliveredBytes(), message);
      here += flow.destination() == place ? messages : 0;
      asked += flow.source() == place ? messages : 0;
    }
    HostCounts counts = result.hosts().get(place);
    return new PortTraffic(
        own.packets(),
        own.bytes(),
        less(peer.packets(), own.lost()),
        less(peer.bytes(), own.lostBytes()),
        own.pauses(),
        Arrays.stream(own.pausedPs()).map(ps -> ps / PS_PER_US).toArray(),
        own.xoffSent(),
        counts.pauseStorms(),
        losses(own, counts),
        rdma(counts, writes ? here : 0, reads ? asked : 0));
  }

  /** Of what the port has dropped, what was neither lost on its way here nor found no room. */
  private static PortLosses losses(PortResult own, HostCounts counts) {
    long unsent =
        Arrays.stream(own.drops()).sum()
            - Arrays.stream(own.lost()).sum()
            - counts.overflows()
            - counts.receiveRingDrops();
    return new PortLosses(own.damaged(), counts.overflows(), unsent, counts.receiveRingDrops());
  }

  private static RdmaCounters rdma(HostCounts counts, long writes, long reads) {
    return new RdmaCounters(
        new RdmaCounters.Arrivals(
            writes, reads, counts.rnrNaksSent(), counts.naksSent(), counts.duplicates()),
        new RdmaCounters.Retries(
            counts.rnrNaksReceived(),
            counts.naksReceived(),
            counts.impliedNaks(),
            counts.ackTimeouts(),
            counts.ackRetriesExceeded(),
            counts.rnrRetriesExceeded()),
        new RdmaCounters.Notifications(
            counts.cnpsHandled(), counts.markedPackets(), counts.cnpsSent()));
  }

  private static long[] less(long[] all, long[] lost) {
    return IntStream.range(0, all.length).mapToLong(i -> all[i] - lost[i]).toArray();
  }

  private static PortResult sentBy(RunResult result, int node) {
    return result.ports().stream().filter(port -> port.node() == node).findFirst().orElseThrow();
  }
}
