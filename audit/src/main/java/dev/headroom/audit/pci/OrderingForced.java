package dev.headroom.audit.pci;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Change;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.Setting;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.List;

/** A NIC told to relax the order of all writes, asked for or not. */
final class OrderingForced extends PciRule {
  private static final String NEEDS = "mlxconfig query of the NICs";

  OrderingForced() {
    super(
        Card.error("pcie.ordering-forced")
            .title("NICs relax the order of writes only where memory was registered for it")
            .needs(NEEDS)
            .cause(
                "Programs that did not ask for relaxed ordering rely on the order of writes: with it"
                    + " forced they see a flag before the data it stands for.")
            .modes(21)
            .source("NVIDIA, mlxconfig, PCI_WR_ORDERING; NVIDIA/nccl#531"));
  }

  @Override
  protected void judge(HostFacts host, Board board, Judgement to) {
    boolean said = false;
    for (PciDevice device : board.all()) {
      Known<String> ordering =
          text(device, "mlxconfig.PCI_WR_ORDERING.current")
              .or(text(device, "mlxconfig.PCI_WR_ORDERING.next-boot"));
      if (!ordering.isSaid()) {
        continue;
      }
      said = true;
      if (!ordering.get().startsWith("force")) {
        to.pass();
        continue;
      }
      to.find(host.name(), device.address(), "relaxed ordering is forced for all of its writes")
          .seen(ordering.where().stream().toList())
          .fix(() ->
              Fix.of(
                  new Change(
                      Setting.FIRMWARE, List.of(device.address(), "PCI_WR_ORDERING"), "0", "")))
          .report();
    }
    if (!said) {
      to.needs(host.name(), NEEDS);
    }
  }
}
