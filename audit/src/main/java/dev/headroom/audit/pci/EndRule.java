package dev.headroom.audit.pci;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.List;

/** Rule about each GPU and each RDMA NIC; virtual functions have no link of their own. */
abstract class EndRule extends PciRule {
  protected EndRule(Card card) {
    super(card);
  }

  @Override
  protected final void judge(HostFacts host, Board board, Judgement to) {
    List<PciDevice> ends = board.ends().stream().filter(end -> !Parts.isVirtual(end)).toList();
    if (ends.isEmpty()) {
      to.notHere(host.name(), "it has neither a GPU nor a NIC that does RDMA");
    }
    ends.forEach(end -> judge(host, board, end, to));
  }

  protected abstract void judge(HostFacts host, Board board, PciDevice end, Judgement to);
}
