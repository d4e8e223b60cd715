package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;

/**
 * Rule that reports a NIC whose PCIe link runs slower than it supports. NICs, unlike GPUs, do not
 * slow down at rest.
 */
final class NicLinkSpeed extends NicRule {
  NicLinkSpeed() {
    super(
        RuleInfo.error("pcie.nic-link-speed")
            .title("NICs run their PCIe links at full speed")
            .inputs(LSPCI)
            .cause(
                "One PCIe generation lower means half the bandwidth. The slot or a riser is of "
                    + "an older generation, a BIOS setting limits the speed, or training failed "
                    + "at full speed.")
            .source("PCI Express Base Specification 6.0, 7.5.3.8 (Link Status); article S2:227"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, PciDevice nic, FindingCollector to) {
    if (isMissing(host, to, nic.linkGts(), nic.linkMaxGts())) {
      return;
    }
    double gts = nic.linkGts().get();
    double could = nic.linkMaxGts().get();
    if (gts >= could) {
      to.pass();
      return;
    }
    FindingCollector.Draft found =
        to.finding(
                host.name(),
                nic.address(),
                "its link runs at %s GT/s instead of %s".formatted(plain(gts), plain(could)))
            .addEvidence(nic.linkGts().findEvidence().stream().toList())
            .addEvidence(nic.linkMaxGts().findEvidence().stream().toList())
            .fix(() ->
                Fix.advice(
                    "check the PCIe generation of the slot, and whether the BIOS limits it; then "
                        + "reseat the card"))
            .factAfterFix(nic.subject(), PciKeys.LINK_GTS, plain(could));
    board.bridgesAbove(nic).stream()
        .limit(1)
        .filter(bridge -> bridge.linkGts().matches(speed -> speed < could))
        .forEach(bridge ->
            found
                .factAfterFix(bridge.subject(), PciKeys.LINK_GTS, plain(could))
                .factAfterFix(bridge.subject(), PciKeys.LINK_MAX_GTS, plain(could)));
    found.report();
  }

  private static String plain(double gts) {
    return gts == Math.rint(gts) ? String.valueOf((long) gts) : String.valueOf(gts);
  }
}
