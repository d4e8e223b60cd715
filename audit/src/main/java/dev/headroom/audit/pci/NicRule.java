package dev.headroom.audit.pci;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;

/** Rule about each RDMA NIC. */
abstract class NicRule extends PciRule {
  protected NicRule(Card card) {
    super(card);
  }

  @Override
  protected final void judge(HostFacts host, Board board, Judgement to) {
    if (board.rdmaNics().isEmpty()) {
      to.notHere(host.name(), "it has no NIC that does RDMA");
    }
    board.rdmaNics().forEach(nic -> judge(host, board, nic, to));
  }

  protected abstract void judge(HostFacts host, Board board, PciDevice nic, Judgement to);
}
