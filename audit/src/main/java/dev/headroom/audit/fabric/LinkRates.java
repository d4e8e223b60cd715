package dev.headroom.audit.fabric;

import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;

/**
 * Rate of a link of an InfiniBand fabric, and that of its fastest sibling.
 *
 * @param current signalling rate, 10^9 bits a second
 * @param best that of the fastest link between parts of the same sorts
 */
public record LinkRates(double current, double best) {
  /** None if nothing says of such a link, by NODE/PORT, how fast it is. */
  public static Optional<LinkRates> of(HostFacts host, String link) {
    List<FabricLink> all = FabricLink.of(host);
    return all.stream()
        .filter(each -> each.name().equals(link))
        .findFirst()
        .map(each ->
            new LinkRates(
                each.gbps(),
                all.stream()
                    .filter(other -> other.isSwitch() == each.isSwitch())
                    .filter(other -> other.peerIsSwitch() == each.peerIsSwitch())
                    .mapToDouble(FabricLink::gbps)
                    .max()
                    .orElse(0)))
        .filter(rates -> rates.current() > 0 && rates.current() < rates.best());
  }
}
