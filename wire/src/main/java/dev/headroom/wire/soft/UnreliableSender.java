package dev.headroom.wire.soft;

import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.WorkCompletion.Status;

/**
 * Requester of an unreliable connection (IBA 9.8.2): every packet is sent once, and a request is
 * done when its last packet is sent.
 */
final class UnreliableSender extends SendSide {
  private final HeaderTemplate route;
  private final int peerQp;
  private long psn;
  private long index;

  UnreliableSender(
      QueuePairEngine exchange,
      PacketWriter out,
      SendRing works,
      HeaderTemplate route,
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
      ActiveWorkRequest work = works.get(works.head);
      works.begun = works.head + 1;
      if (!work.pieces.areOpen()) {
        index = 0;
        exchange.fail(works.head, Status.LOCAL_PROTECTION_ERROR);
        break;
      }
      sendData(route, TransportService.UC, peerQp, work, index, psn, false);
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
