package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.Locale;

/** Rule that reports a bridge above a NIC whose uplink carries less than the NIC's own link. */
final class TreeBottleneck extends NicRule {
  TreeBottleneck() {
    super(
        RuleInfo.error("pcie.tree-bottleneck")
            .title("no bridge above a NIC is narrower than the NIC")
            .inputs(LSPCI)
            .cause(
                "All traffic of the NIC to memory or to other GPUs crosses the bridges above it. "
                    + "The slowest bridge limits it.")
            .source("PCI Express Base Specification 6.0, 7.5.3.8 (Link Status)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    double own = PciFunctionTraits.gbps(nic);
    if (isMissing(host, to, nic.linkGts(), nic.linkWidth()) || own <= 0) {
      return;
    }
    for (PciDevice bridge : board.bridgesAbove(nic)) {
      double carries = PciFunctionTraits.gbps(bridge);
      if (carries > 0 && carries < own * 0.99) {
        to.finding(
                host.name(),
                nic.address(),
                String.format(
                    Locale.ROOT,
                    "%s above it has a link of %.0f Gb/s, the NIC's own link has %.0f Gb/s",
                    bridge.address(),
                    carries,
                    own))
            .addEvidence(bridge.linkWidth().findEvidence().stream().toList())
            .addEvidence(nic.linkWidth().findEvidence().stream().toList())
            .fix(() ->
                Fix.advice("move the NIC to a slot whose bridges are as fast as its own " + "link"))
            .factAfterFix(bridge.subject(), PciKeys.LINK_WIDTH, nic.linkWidth().get())
            .factAfterFix(bridge.subject(), PciKeys.LINK_GTS, nic.linkGts().get())
            .report();
        return;
      }
    }
    to.pass();
  }
}
