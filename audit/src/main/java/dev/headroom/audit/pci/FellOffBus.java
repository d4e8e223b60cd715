package dev.headroom.audit.pci;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Advice;
import dev.headroom.audit.fix.Disruption;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule that reports a PCI function that reads as all ones: the device is gone from the bus. */
final class FellOffBus extends PciRule {
  FellOffBus() {
    super(
        Card.error("pcie.device-gone")
            .title("GPUs and NICs answer on the bus")
            .needs(LSPCI)
            .cause("A device that reads as all ones (rev ff) has dropped off the bus.")
            .source("pciutils, lspci(8)"));
  }

  @Override
  protected void judge(HostFacts host, Board board, Judgement to) {
    boolean any = false;
    for (PciDevice each : board.ends()) {
      any = true;
      var revision = text(each, "revision");
      if (!revision.equalTo("ff")) {
        to.pass();
        continue;
      }
      to.find(host.name(), each.address(), "it does not answer any more")
          .seen(revision.findEvidence().stream().toList())
          .fix(() ->
              Fix.of(
                  new Advice(
                      "take the node out of service, look in dmesg for what came before, and"
                          + " power it off and on; if it comes again the card or riser is bad",
                      true,
                      Disruption.EMPTY_NODE)))
          .report();
    }
    if (!any) {
      to.notHere(host.name(), "it has neither a GPU nor a NIC that does RDMA");
    }
  }
}
