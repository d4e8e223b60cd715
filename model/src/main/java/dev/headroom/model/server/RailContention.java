package dev.headroom.model.server;

import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.sizing.PacketFormat;

/**
 * Contention of the NICs of one server at its root complex, as an article describes it; disputed
 * and off by default. With n NICs each has
 *
 * <pre>
 *   (1 - c (n - 1)) * what its port carries of payload
 * </pre>
 *
 * with c of {@code hosts.pcie.railContention}. Example: 0.03 leaves 95 % of two lines and 89 % of
 * four, as that article has it, where headers leave 98 % of one. A scenario in which less than a
 * hundredth is left is refused.
 */
public final class RailContention {
  private RailContention() {}

  /** A NIC's path with what the others leave of it. */
  public static PciePath at(Scenario scenario, Node host, PciePath path) {
    Settings own = scenario.at(host);
    double each = own.get(UplinkKnobs.RAIL_CONTENTION);
    if (each == 0) {
      return path;
    }
    long nics =
        scenario.fabric().hosts().stream().filter(node -> node.group() == host.group()).count();
    double share = 1 - each * (nics - 1);
    return nics == 1
        ? path
        : path.sharing(Math.max(1, Math.round(share * payloadBps(scenario, host))));
  }

  /** What the ports of a host carry beside headers, in bits per second. */
  private static double payloadBps(Scenario scenario, Node host) {
    double bps =
        scenario.fabric().ports().get(host.id()).stream()
            .map(link -> scenario.fabric().links().get(link))
            .map(Link::rate)
            .mapToDouble(rate -> rate.bps())
            .sum();
    double mtu = scenario.at(host).get(TransportKnobs.MTU);
    return bps * mtu / (mtu + PacketFormat.ROCEV2.overheadBytes());
  }
}
