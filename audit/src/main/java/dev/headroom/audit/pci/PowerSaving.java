package dev.headroom.audit.pci;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.KernelArgument;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule that reports a NIC with PCIe link power management (ASPM). */
final class PowerSaving extends NicRule {
  PowerSaving() {
    super(
        Card.warning("pcie.aspm")
            .title("links of NICs do not save power")
            .needs(LSPCI)
            .cause("A link in L1 takes microseconds to wake up: as long as a whole RDMA write.")
            .source("PCI Express Base Specification 6.0, 5.4 (Active State Power Management)"));
  }

  @Override
  protected void judge(HostFacts host, Board board, PciDevice nic, Judgement to) {
    var control = text(nic, "express.LnkCtl");
    if (isMissing(host, to, control)) {
      return;
    }
    if (!control.is(text -> text.matches(".*ASPM (L0s|L1|L0s L1) Enabled.*"))) {
      to.pass();
      return;
    }
    to.find(host.name(), nic.address(), "its link saves power (ASPM) and wakes up slowly")
        .seen(control.findEvidence().stream().toList())
        .fix(() -> Fix.of(new KernelArgument("pcie_aspm=off", "")))
        .report();
  }
}
