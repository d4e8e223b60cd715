package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rule that reports bridges that redirect peer-to-peer traffic to the root complex. It judges
 * bridges below a switch that a GPU shares with a NIC, or with a GPU that no NVLink connects to it;
 * a storage switch that redirects its disks is harmless. Where only the root complex joins two such
 * GPUs, their root ports are worth a note.
 */
final class AcsRedirect extends PciRule {
  private static final List<String> REDIRECTS = List.of("ReqRedir", "CmpltRedir");

  /** What lspci calls a card of NVIDIA's, if its list of names is new enough to know it. */
  private static final Pattern CARD =
      Pattern.compile("\\[(?!.*(?:SXM|HGX|GB\\d|GH\\d|DGX|Tegra|Jetson)).*\\]");

  /**
   * A way that leads through a bridge.
   *
   * @param below the end that hangs below the bridge
   * @param other a GPU or NIC beside it, the first that was found
   */
  private record Ends(PciDevice below, PciDevice other) {}

  AcsRedirect() {
    super(
        RuleInfo.error("pcie.acs-redirect")
            .title("no bridge between a GPU and its NIC or another GPU redirects peer traffic")
            .inputs(LSPCI)
            .cause(
                "With P2P Request Redirect or Completion Redirect (Access Control Services), a "
                    + "PCIe switch sends writes from a NIC to an adjacent GPU up to the root "
                    + "complex and down again. GPUDirect then runs at a fraction of its rate. "
                    + "Writes between GPUs without NVLink take the same path. Collectives within "
                    + "the host are slow, and hang if the IOMMU blocks these writes.")
            .modes(15)
            .source(
                "PCI Express Base Specification 6.0, 6.12 and 7.7.11; NVIDIA NCCL troubleshooting,"
                    + " PCI Access Control Services; NVIDIA/nccl#2079"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, FindingCollector to) {
    Map<PciDevice, Ends> onTheWay = new LinkedHashMap<>();
    for (PciDevice gpu : board.gpus()) {
      for (PciDevice nic : board.partners(gpu)) {
        PciTopology.Way way = board.pathBetween(gpu, nic);
        way.up().forEach(each -> onTheWay.putIfAbsent(each, new Ends(gpu, nic)));
        way.down().forEach(each -> onTheWay.putIfAbsent(each, new Ends(nic, gpu)));
      }
    }
    List<PciDevice> cards = host.distances().hasNvlink() ? List.of() : cards(board);
    Map<PciDevice, PciDevice> ports = new LinkedHashMap<>();
    for (int i = 0; i < cards.size(); i++) {
      PciDevice one = cards.get(i);
      for (PciDevice other : cards.subList(i + 1, cards.size())) {
        PciTopology.Way way = board.pathBetween(one, other);
        if (way.meeting().isPresent()) {
          way.up().forEach(each -> onTheWay.putIfAbsent(each, new Ends(one, other)));
          way.down().forEach(each -> onTheWay.putIfAbsent(each, new Ends(other, one)));
        } else if (!way.up().isEmpty() && !way.down().isEmpty()) {
          ports.putIfAbsent(way.up().getLast(), one);
          ports.putIfAbsent(way.down().getLast(), other);
        }
      }
    }
    rootPorts(host, ports, to);
    if (onTheWay.isEmpty() && ports.isEmpty()) {
      to.notApplicable(
          host.name(), "no GPU shares a PCIe switch with another GPU or with an RDMA NIC");
    }
    onTheWay.forEach((bridge, ends) -> judge(host, bridge, ends, to));
  }

  private static void judge(HostFacts host, PciDevice bridge, Ends ends, FindingCollector to) {
    List<Evidence> seen = new ArrayList<>();
    List<String> on = new ArrayList<>();
    boolean said = false;
    for (String bit : REDIRECTS) {
      ReportedValue<Boolean> flag = bridge.acs(bit);
      said |= flag.isReported();
      if (flag.equalTo(true)) {
        on.add(bit);
        flag.findEvidence().ifPresent(seen::add);
      }
    }
    if (on.isEmpty()) {
      if (said || bridge.readRequestBytes().isReported() || bridge.linkWidth().isReported()) {
        to.pass();
      } else {
        to.missingInput(host.name(), LSPCI);
      }
      return;
    }
    to.finding(
            host.name(),
            bridge.address(),
            ("the bridge above %s redirects peer traffic to the root complex (%s), for example "
                    + "between it and %s")
                .formatted(
                    ends.below().address(), String.join("+ ", on) + "+", ends.other().address()))
        .addEvidence(seen.stream().distinct().toList())
        .fix(() -> fix(host, bridge))
        .factAfterFix(bridge.subject(), PciKeys.acs("ReqRedir"), "off")
        .factAfterFix(bridge.subject(), PciKeys.acs("CmpltRedir"), "off")
        .report();
  }

  /** GPUs on cards of their own, by their names: those of SXM and OAM have links of their own. */
  private static List<PciDevice> cards(PciTopology board) {
    return board.gpus().stream().filter(gpu -> gpu.name().matches(CARD.asPredicate())).toList();
  }

  private static void rootPorts(
      HostFacts host, Map<PciDevice, PciDevice> ports, FindingCollector to) {
    Map<PciDevice, PciDevice> redirecting = new LinkedHashMap<>(ports);
    redirecting
        .keySet()
        .removeIf(port -> REDIRECTS.stream().noneMatch(bit -> port.acs(bit).equalTo(true)));
    // Peers of one root complex need both: with one port alone, half of the traffic is direct.
    if (redirecting.size() < 2) {
      return;
    }
    to.finding(
            host.name(),
            "",
            "the root ports of GPUs without NVLink redirect the writes between these GPUs: %s"
                .formatted(
                    redirecting.entrySet().stream()
                        .map(
                            each -> each.getKey().address() + " above " + each.getValue().address())
                        .collect(Collectors.joining(", "))))
        .severity(Severity.INFO)
        .addEvidence(
            redirecting.keySet().stream()
                .flatMap(port -> REDIRECTS.stream().map(port::acs))
                .flatMap(flag -> flag.findEvidence().stream())
                .distinct()
                .limit(3)
                .toList())
        .fix(() ->
            Fix.advice(
                "if collectives of this host hang, are wrong or slow, and NCCL_P2P_DISABLE=1 "
                    + "fixes it: disable ACS (or the IOMMU) in the BIOS, or, until the next "
                    + "boot, run "
                    + redirecting.keySet().stream()
                        .map(port ->
                            "setpci -s %s ECAP_ACS+6.w=0000:000c"
                                .formatted(CommandValueSyntax.PCI_ADDRESS.checked(port.address())))
                        .collect(Collectors.joining("; "))
                    + "; do not do this where devices are assigned to virtual machines"))
        .report();
  }

  private static Fix fix(HostFacts host, PciDevice bridge) {
    Optional<String> guests = VirtualizationCheck.of(host);
    if (guests.isPresent()) {
      return Fix.unavailableReason(
          "disabling redirection removes the isolation between devices, and "
              + guests.get()
              + "; on this host use ATS with Direct Translated P2P instead, or use a host "
              + "without virtual machines");
    }
    // ACS Control: bit 2 P2P Request Redirect, bit 3 P2P Completion Redirect.
    return Fix.of(
        new SettingChange(
            HostSetting.PCI_FIELD,
            List.of(bridge.address(), "ECAP_ACS+6.w"),
            "0000:000c",
            "devices below this switch can then write to each other without passing the IOMMU"));
  }
}
