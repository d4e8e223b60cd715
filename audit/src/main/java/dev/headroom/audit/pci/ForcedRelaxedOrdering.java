package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaDevice;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rule that reports a NIC that relaxes the order of all writes, requested or not. */
final class ForcedRelaxedOrdering extends HostRule {
  private static final String SETTING = "mlxconfig.PCI_WR_ORDERING";
  private static final String NEEDS = "mlxconfig query of the NICs";

  ForcedRelaxedOrdering() {
    super(
        RuleInfo.error("pcie.ordering-forced")
            .title("NICs reorder writes only to memory registered with relaxed ordering")
            .inputs(NEEDS)
            .cause(
                "Programs that did not request relaxed ordering depend on the order of writes. "
                    + "With forced relaxed ordering they may see a flag before the data it "
                    + "signals.")
            .modes(21)
            .source("NVIDIA, mlxconfig, PCI_WR_ORDERING; NVIDIA/nccl#531"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean said = false;
    Set<String> reported = new HashSet<>();
    for (Subject device : host.subjectsOfTool("mlxconfig")) {
      ReportedValue<String> ordering =
          host.facts()
              .text(device, SETTING + ".current")
              .orElseReported(host.facts().text(device, SETTING + ".next-boot"));
      if (!ordering.isReported()) {
        continue;
      }
      said = true;
      if (!ordering.get().startsWith("force")) {
        to.pass();
        continue;
      }
      Optional<String> address = address(host, device);
      String name = address.orElse(device.name());
      // The same NIC may have been asked for by its RDMA device and by its address.
      if (reported.add(name)) {
        to.finding(host.name(), name, "relaxed ordering is forced for all of its writes")
            .addEvidence(ordering.findEvidence().stream().toList())
            .fix(() -> fix(address))
            .report();
      }
    }
    if (!said && PciRule.hasNoHardwareFacts(host)) {
      to.notApplicable(host.name(), "the input covers no hardware");
    } else if (!said) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  /** Where the device is on PCIe, if anybody says so: commands go by that. */
  private static Optional<String> address(HostFacts host, Subject device) {
    return switch (device.kind()) {
      case PCI -> Optional.of(device.name());
      case RDMA -> new RdmaDevice(host.facts(), device).pci().optional().map(Subject::pciName);
      default -> Optional.empty();
    };
  }

  private static Fix fix(Optional<String> address) {
    return address
        .map(pci ->
            Fix.of(
                new SettingChange(HostSetting.FIRMWARE, List.of(pci, "PCI_WR_ORDERING"), "0", "")))
        .orElseGet(() ->
            Fix.advice(
                "set PCI_WR_ORDERING of that NIC to per_mkey(0) and reboot the machine; the "
                    + "audit gives the command if its input has the PCI address (mlxconfig -d "
                    + "ADDRESS query, or ibdev2netdev -v)"));
  }
}
