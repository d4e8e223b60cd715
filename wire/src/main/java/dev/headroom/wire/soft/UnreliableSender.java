package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Service;
import dev.headroom.wire.soft.link.Route;
import dev.headroom.wire.verbs.WorkCompletion.Status;

/**
 * Requester of an unreliable connection (IBA 9.8.2): every packet is sent once, and a request is
 * done when its last packet is sent.
 */
final class UnreliableSender extends SendSide {
  private final Route route;
  private final int peerQp;
  private long psn;
  private long index;

  UnreliableSender(
      Exchange exchange,
      PacketOut out,
      WorkRing works,
      Route route,
      int peerQp,
      int mtu,
      int pkey,
      int startingPsn) {
    super(exchange, out, works, mtu, pkey);
    this.route = route;
    this.peerQp = peerQp;
    psn = startingPsn;
  }

  @Override
  long wakeNs(long nowNs) {
    return exchange.pacer().wakeNs(nowNs);
  }

  @Override
  int transmit(int most, long nowNs, boolean mayBegin) {
    int count = 0;
    while (count < most
        && works.head < works.tail
        && (mayBegin || works.begun > works.head)
        && exchange.pacer().mayLeave(nowNs)) {
      Work work = works.get(works.head);
      works.begun = works.head + 1;
      if (!work.pieces.areOpen()) {
        index = 0;
        exchange.fail(works.head, Status.LOCAL_PROTECTION_ERROR);
        break;
      }
      sendData(route, Service.UC, peerQp, work, index, psn, false);
      psn++;
      count++;
      if (++index == work.packets) {
        index = 0;
        works.head++;
        exchange.completed(work);
      }
      if (!exchange.maySend()) {
        break;
      }
    }
    return count;
  }
}
