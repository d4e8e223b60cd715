package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.KernelArgument;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule that reports a function whose payload size exceeds that of the bridge above it. */
final class PayloadMismatch extends PciEndpointRule {
  PayloadMismatch() {
    super(
        RuleInfo.error("pcie.payload-mismatch")
            .title("no function sends longer packets than the bridges above it accept")
            .inputs(LSPCI)
            .cause(
                "A packet with more payload than the receiver's Max Payload Size is malformed. "
                    + "This uncorrectable error takes the device down.")
            .source("PCI Express Base Specification 6.0, 2.2.2 (TLPs with data payloads)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice end, FindingCollector to) {
    if (isMissing(host, to, end.payloadBytes())) {
      return;
    }
    long own = end.payloadBytes().get();
    var narrow =
        board.bridgesAbove(end).stream()
            .filter(up -> up.payloadBytes().orElse(own) < own)
            .findFirst();
    if (narrow.isEmpty()) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            end.address(),
            "it sends up to %d bytes per packet, but %s above it accepts %d"
                .formatted(own, narrow.get().address(), narrow.get().payloadBytes().get()))
        .addEvidence(end.payloadBytes().findEvidence().stream().toList())
        .addEvidence(narrow.get().payloadBytes().findEvidence().stream().toList())
        .fix(() -> Fix.of(new KernelArgument("pci=pcie_bus_safe", "")))
        .report();
  }
}
