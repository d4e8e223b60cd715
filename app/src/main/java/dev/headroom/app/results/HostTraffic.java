package dev.headroom.app.results;

import dev.headroom.formats.show.Traffic;
import dev.headroom.model.fabric.Node;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.util.Arrays;

/** What has passed the port of a host in a run, as its NIC would have counted it. */
public final class HostTraffic {
  private static final long PS_PER_US = 1_000_000;

  private HostTraffic() {}

  public static Traffic of(RunResult result, Node host) {
    PortResult own = sentBy(result, host.id());
    PortResult peer =
        result.ports().stream()
            .filter(port -> port.link() == own.link() && port.node() != host.id())
            .findFirst()
            .orElseThrow();
    return new Traffic(
        own.packets(),
        own.bytes(),
        peer.packets(),
        peer.bytes(),
        own.pauses(),
        Arrays.stream(own.pausedPs()).map(ps -> ps / PS_PER_US).toArray(),
        own.xoffSent(),
        Arrays.stream(own.drops()).sum());
  }

  private static PortResult sentBy(RunResult result, int node) {
    return result.ports().stream().filter(port -> port.node() == node).findFirst().orElseThrow();
  }
}
