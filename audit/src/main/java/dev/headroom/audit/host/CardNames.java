package dev.headroom.audit.host;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Interfaces of cards that tools name otherwise: nicctl by their PCI addresses, niccli by numbers
 * of its own, which only a host with one card can be told from.
 */
final class CardNames {
  private static final String NUMBERED = "niccli-";

  private CardNames() {}

  /** The interface of a card; empty if it is not the name of one, or no input says which. */
  static Optional<String> netdev(HostFacts host, String card) {
    if (card.startsWith(NUMBERED)) {
      long cards =
          host.facts().subjects(SubjectKind.NETDEV).stream()
              .filter(each -> each.name().startsWith(NUMBERED))
              .count();
      return cards == 1 ? only(host) : Optional.empty();
    }
    return card.matches("[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]")
        ? atAddress(host, Subject.pciName(card))
        : Optional.empty();
  }

  private static Optional<String> atAddress(HostFacts host, String address) {
    return host.netDevices().stream()
        .filter(each -> !each.name().equals(address))
        .filter(each -> each.pci().matches(pci -> Subject.pciName(pci).equals(address)))
        .map(NetDevice::name)
        .findFirst()
        .or(() ->
            host.rdmaDevices().stream()
                .filter(each -> each.pci().matches(pci -> Subject.pciName(pci).equals(address)))
                .flatMap(each ->
                    host.rdmaPorts().stream().filter(port -> port.device().equals(each.name())))
                .flatMap(port -> port.netdev().optional().stream())
                .findFirst())
        .or(() -> hasOneCard(host) ? only(host) : Optional.empty());
  }

  /** Whether nicctl names one card alone. */
  private static boolean hasOneCard(HostFacts host) {
    return host.facts().subjects(SubjectKind.NETDEV, "nicctl.").size() == 1;
  }

  private static Optional<String> only(HostFacts host) {
    Set<String> named =
        host.rdmaPorts().stream()
            .map(RdmaPort::netdev)
            .flatMap(name -> name.optional().stream())
            .collect(Collectors.toSet());
    return named.size() == 1 ? Optional.of(List.copyOf(named).getFirst()) : Optional.empty();
  }
}
