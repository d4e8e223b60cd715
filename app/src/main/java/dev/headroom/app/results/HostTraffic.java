package dev.headroom.app.results;

import dev.headroom.formats.show.Traffic;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.util.Arrays;
import java.util.List;

/** What has passed the port of a host in a run, as its NIC would have counted it. */
public final class HostTraffic {
  private static final long PS_PER_US = 1_000_000;

  private HostTraffic() {}

  /**
   * As of one host.
   *
   * @param flows of the run, finished or not
   */
  public static Traffic of(Scenario scenario, RunResult result, List<FlowResult> flows, Node host) {
    PortResult own = sentBy(result, host.id());
    PortResult peer =
        result.ports().stream()
            .filter(port -> port.link() == own.link() && port.node() != host.id())
            .findFirst()
            .orElseThrow();
    int place = scenario.fabric().hosts().indexOf(host);
    boolean reads = "read".equals(scenario.settings().get(TransportKnobs.OPERATION));
    boolean writes = "write".equals(scenario.settings().get(TransportKnobs.OPERATION));
    long message = scenario.settings().get(TransportKnobs.MESSAGE_SIZE).bytes();
    long here = 0;
    long asked = 0;
    long cnpsSent = 0;
    long cnpsHandled = 0;
    for (FlowResult flow : flows) {
      long messages = Math.ceilDiv(flow.deliveredBytes(), message);
      if (flow.destination() == place) {
        here += messages;
        cnpsSent += flow.cnps();
      }
      if (flow.source() == place) {
        asked += messages;
        cnpsHandled += flow.cnps();
      }
    }
    return new Traffic(
        own.packets(),
        own.bytes(),
        peer.packets(),
        peer.bytes(),
        own.pauses(),
        Arrays.stream(own.pausedPs()).map(ps -> ps / PS_PER_US).toArray(),
        own.xoffSent(),
        Arrays.stream(own.drops()).sum(),
        writes ? here : 0,
        reads ? asked : 0,
        cnpsSent,
        cnpsHandled);
  }

  private static PortResult sentBy(RunResult result, int node) {
    return result.ports().stream().filter(port -> port.node() == node).findFirst().orElseThrow();
  }
}
