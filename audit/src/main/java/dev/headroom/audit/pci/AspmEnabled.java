package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.KernelArgument;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule that reports a NIC with PCIe link power management (ASPM). */
final class AspmEnabled extends NicRule {
  AspmEnabled() {
    super(
        RuleInfo.warning("pcie.aspm")
            .title("power saving (ASPM) is off on the PCIe links of NICs")
            .inputs(LSPCI)
            .cause("A link in L1 needs microseconds to wake up, as long as a whole RDMA write.")
            .source("PCI Express Base Specification 6.0, 5.4 (Active State Power Management)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    var control = text(nic, "express.LnkCtl");
    if (isMissing(host, to, control)) {
      return;
    }
    if (!control.matches(text -> text.matches(".*ASPM (L0s|L1|L0s L1) Enabled.*"))) {
      to.pass();
      return;
    }
    to.finding(host.name(), nic.address(), "its link uses power saving (ASPM) and wakes up slowly")
        .addEvidence(control.findEvidence().stream().toList())
        .fix(() -> Fix.of(new KernelArgument("pcie_aspm=off", "")))
        .report();
  }
}
