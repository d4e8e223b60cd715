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

/**
 * Rule that reports a maximum read request size of 128 or 256 bytes. 512, what most machines come
 * with, costs a few per cent at most.
 */
final class SmallReadRequest extends NicRule {
  private static final int HARMLESS = 512;

  SmallReadRequest() {
    super(
        RuleInfo.warning("pcie.max-read-request")
            .title("NICs use PCIe read requests of 512 bytes or more")
            .inputs(LSPCI)
            .cause(
                "To send, a NIC first reads memory, with a limited number of outstanding "
                    + "requests. Short requests do not cover the round trip to memory. From 512 "
                    + "bytes on, this is rarely the limit.")
            .source(
                "PCI Express Base Specification 6.0, 7.5.3.4 (Device Control, bits 14:12); article"
                    + " S0:10"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    if (isMissing(host, to, nic.readRequestBytes())) {
      return;
    }
    long bytes = nic.readRequestBytes().get();
    if (bytes >= HARMLESS) {
      to.pass();
      return;
    }
    to.finding(host.name(), nic.address(), "its read requests are %d bytes long".formatted(bytes))
        .addEvidence(nic.readRequestBytes().findEvidence().stream().toList())
        .fix(() ->
            // Bits 14:12 of Device Control: 5 for 4096 bytes.
            Fix.of(
                new SettingChange(
                    HostSetting.PCI_FIELD, List.of(nic.address(), "CAP_EXP+8.w"), "5000:7000", "")))
        .factAfterFix(nic.subject(), PciKeys.READ_REQUEST_BYTES, 4096)
        .report();
  }
}
