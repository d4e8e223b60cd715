package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.List;

/** Rule that reports a NIC without relaxed ordering of writes. */
final class RelaxedOrderingOff extends NicRule {
  RelaxedOrderingOff() {
    super(
        RuleInfo.warning("pcie.relaxed-ordering")
            .title("NICs may use relaxed ordering")
            .inputs(LSPCI)
            .cause(
                "Without it, one delayed write, for example to memory of another socket, delays "
                    + "all writes behind it. NCCL requests relaxed ordering by default where it "
                    + "helps; the bit in Device Control must allow it. A ConnectX-3 never "
                    + "requests it, and below root ports of Xeon E5 and E7 v3 and v4 the kernel "
                    + "disables it; there it stays off.")
            .modes(20)
            .source(
                "PCI Express Base Specification 6.0, 2.4 and 7.5.3.4; Linux,"
                    + " drivers/pci/quirks.c; NCCL NCCL_IB_PCI_RELAXED_ORDERING; article S0:12"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    if (PciFunctionTraits.ignoresRelaxedOrdering(nic)) {
      to.notApplicable(host.name(), "its NICs do not request relaxed ordering");
      return;
    }
    if (board.bridgesAbove(nic).stream().anyMatch(PciFunctionTraits::disablesRelaxedOrdering)) {
      to.notApplicable(host.name(), "the kernel disables it below its root ports");
      return;
    }
    var relaxed = nic.relaxedOrdering();
    if (isMissing(host, to, relaxed)) {
      return;
    }
    if (relaxed.equalTo(true)) {
      to.pass();
      return;
    }
    to.finding(host.name(), nic.address(), "relaxed ordering is disabled for it")
        .addEvidence(relaxed.findEvidence().stream().toList())
        .fix(() ->
            // Bit 4 of Device Control.
            Fix.of(
                new SettingChange(
                    HostSetting.PCI_FIELD, List.of(nic.address(), "CAP_EXP+8.w"), "10:10", "")))
        .factAfterFix(nic.subject(), PciKeys.RELAXED_ORDERING, "on")
        .report();
  }
}
