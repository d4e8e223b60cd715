package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.KernelArgument;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.Locale;

/**
 * Rule that reports a maximum payload size of 128 bytes where all bridges above the NIC support
 * more.
 */
final class SmallMaxPayload extends NicRule {
  private static final int LEAST = 256;

  SmallMaxPayload() {
    super(
        RuleInfo.warning("pcie.max-payload")
            .title("NICs use the largest Max Payload Size that their path supports")
            .inputs(LSPCI)
            .cause(
                "Each PCI Express packet has 20 to 28 bytes of overhead. With 128 bytes of "
                    + "payload 84 % of the link carries data, with 256 bytes 91 %, with 512 "
                    + "bytes 95 %.")
            .source("Neugebauer et al., SIGCOMM 2018, section 3; article S2:34"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    if (isMissing(host, to, nic.payloadBytes(), nic.payloadMaxBytes())) {
      return;
    }
    long path = nic.payloadMaxBytes().get();
    for (PciDevice bridge : board.bridgesAbove(nic)) {
      path = Math.min(path, bridge.payloadMaxBytes().orElse(path));
    }
    long now = nic.payloadBytes().get();
    if (now >= Math.min(path, LEAST)) {
      to.pass();
      return;
    }
    long could = path;
    FindingCollector.Draft found =
        to.finding(
                host.name(),
                nic.address(),
                String.format(
                    Locale.ROOT,
                    "the payload size is %d bytes; the whole path supports %d bytes (%.1f "
                        + "against %.1f %% of the link)",
                    now,
                    could,
                    100.0 * now / (now + 24),
                    100.0 * could / (could + 24)))
            .addEvidence(nic.payloadBytes().findEvidence().stream().toList())
            .addEvidence(nic.payloadMaxBytes().findEvidence().stream().toList())
            .fix(() -> Fix.of(new KernelArgument("pci=pcie_bus_perf", "")))
            .factAfterFix(nic.subject(), PciKeys.PAYLOAD_BYTES, could);
    board.bridgesAbove(nic).stream()
        .filter(bridge -> bridge.payloadBytes().matches(bytes -> bytes < could))
        .forEach(bridge -> found.factAfterFix(bridge.subject(), PciKeys.PAYLOAD_BYTES, could));
    found.report();
  }
}
