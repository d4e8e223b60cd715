package dev.headroom.audit.rdma;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HcaList;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaDevice;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * RDMA ports grouped by adapter card: ports of one device, of devices with one system image GUID,
 * or of functions at one PCI address.
 */
final class AdapterCards {
  private final HostFacts host;
  private final Map<String, List<RdmaPort>> ports = new LinkedHashMap<>();

  private AdapterCards(HostFacts host) {
    this.host = host;
    for (RdmaPort port : host.rdmaPorts()) {
      ports.computeIfAbsent(card(port), _ -> new ArrayList<>()).add(port);
    }
  }

  static AdapterCards of(HostFacts host) {
    return host.view(AdapterCards.class, AdapterCards::new);
  }

  /**
   * Whether a port without a link looks as if nobody wanted one: its card is in use by another port
   * of it, no card of the host uses all of its ports, this one never had a link since its counters
   * began, and no list of NCCL names it.
   */
  boolean isSpare(RdmaPort port) {
    return ports.getOrDefault(card(port), List.of()).stream().anyMatch(AdapterCards::isActive)
        && ports.values().stream()
            .noneMatch(card -> card.size() > 1 && card.stream().allMatch(AdapterCards::isActive))
        && !port.counter("link_downed").matches(downs -> downs > 0)
        && !isListed(port);
  }

  private boolean isListed(RdmaPort port) {
    return host.environment("NCCL_IB_HCA")
        .matches(list -> HcaList.of(list).namesExactly(port.device(), port.number()));
  }

  static boolean isActive(RdmaPort port) {
    return port.state().matches(word -> word.startsWith("ACTIVE"));
  }

  private static String card(RdmaPort port) {
    RdmaDevice device = new RdmaDevice(port.facts(), Subject.rdma(port.device()));
    ReportedValue<String> system = port.facts().text(device.subject(), RdmaKeys.SYSTEM_GUID);
    ReportedValue<String> image =
        system.matches(guid -> guid.matches("[0:x]*")) ? ReportedValue.unreported("") : system;
    return image
        .orElseReported(device.pci().map(address -> address.replaceFirst("\\.[0-7]$", "")))
        .orElse(port.device());
  }
}
