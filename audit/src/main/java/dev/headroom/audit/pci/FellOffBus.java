package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Disruption;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule that reports a PCI function that reads as all ones: the device is gone from the bus. */
final class FellOffBus extends PciRule {
  FellOffBus() {
    super(
        RuleInfo.error("pcie.device-gone")
            .title("GPUs and NICs respond on the PCIe bus")
            .inputs(LSPCI)
            .cause("A device whose registers read as all ones (rev ff) has fallen off the bus.")
            .source("pciutils, lspci(8)"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, FindingCollector to) {
    boolean any = false;
    for (PciDevice each : board.endpoints()) {
      any = true;
      var revision = text(each, "revision");
      if (!revision.equalTo("ff")) {
        to.pass();
        continue;
      }
      to.finding(host.name(), each.address(), "it no longer responds")
          .addEvidence(revision.findEvidence().stream().toList())
          .fix(() ->
              Fix.of(
                  new ManualStep(
                      "take the node out of service, look in dmesg for earlier errors, and power "
                          + "cycle it; if it happens again, the card or riser is faulty",
                      true,
                      Disruption.EMPTY_NODE)))
          .report();
    }
    if (!any) {
      to.notApplicable(host.name(), "it has neither a GPU nor an RDMA NIC");
    }
  }
}
