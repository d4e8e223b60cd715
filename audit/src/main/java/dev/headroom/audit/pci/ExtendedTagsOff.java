package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.List;

/** Rule that reports a NIC limited to 32 outstanding requests that supports 256. */
final class ExtendedTagsOff extends NicRule {
  ExtendedTagsOff() {
    super(
        RuleInfo.warning("pcie.extended-tags")
            .title("NICs use extended tags")
            .inputs(LSPCI)
            .cause(
                "A 5-bit tag allows 32 outstanding reads. With 512 bytes each and a round trip "
                    + "of 800 ns that is 164 Gb/s on any link.")
            .source("PCI Express Base Specification 6.0, 7.5.3.4 (Device Control, bit 8)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    var can = flag(nic, "express.DevCap.ExtTag");
    var does = flag(nic, "express.DevCtl.ExtTag");
    if (isMissing(host, to, can, does)) {
      return;
    }
    if (does.get() || !can.get()) {
      to.pass();
      return;
    }
    to.finding(host.name(), nic.address(), "it is limited to 32 outstanding reads instead of 256")
        .addEvidence(does.findEvidence().stream().toList())
        .fix(() ->
            Fix.of(
                new SettingChange(
                    HostSetting.PCI_FIELD, List.of(nic.address(), "CAP_EXP+8.w"), "100:100", "")))
        .factAfterFix(nic.subject(), "express.DevCtl.ExtTag", "on")
        .report();
  }
}
