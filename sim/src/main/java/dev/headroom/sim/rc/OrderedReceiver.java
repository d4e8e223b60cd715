package dev.headroom.sim.rc;

import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import org.jspecify.annotations.Nullable;

/**
 * Takes packets in order only, answers a gap with one NAK and a SEND without a receive request with
 * an RNR NAK, and acknowledges where it is asked to (InfiniBand specification, volume 1, 9.7).
 */
final class OrderedReceiver extends Receiver {
  private final @Nullable ReceiveQueue queue;
  private int delivered = NONE;

  OrderedReceiver(RcSettings settings, Route back) {
    super(settings, back);
    boolean mayRunOut =
        settings.operation() == Operation.SEND && settings.receiveQueue().isBounded();
    queue = mayRunOut ? new ReceiveQueue(settings.receiveQueue()) : null;
  }

  @Override
  public Answer take(Packet packet, long nowPs) {
    int ahead = Psn.distance(packet.psn, expected);
    accepted = ahead == 0 && (queue == null || isReady(queue, packet, nowPs));
    if (accepted) {
      expected = Psn.of(expected + 1L);
      gap.close();
      if (packet.has(Packet.LAST_OF_FLOW)) {
        delivered = packet.flow;
        mayDeliver = true;
      }
      return packet.has(ASKS) ? Answer.ACK : Answer.NOTHING;
    }
    if (ahead > 0) {
      return gap.isDue(nowPs) ? Answer.NAK : Answer.NOTHING;
    }
    if (ahead == 0) {
      gap.report(nowPs); // what follows is refused by the same NAK
      return Answer.RNR_NAK;
    }
    return settings.ackDuplicates() && packet.has(ASKS) ? Answer.ACK : Answer.NOTHING;
  }

  /** Whether there is a receive request for the message of a packet that is due. */
  private static boolean isReady(ReceiveQueue queue, Packet packet, long nowPs) {
    if (packet.has(Packet.FIRST_OF_MESSAGE) && !queue.take(nowPs)) {
      return false;
    }
    if (packet.has(Packet.LAST_OF_MESSAGE)) {
      queue.complete(nowPs);
    }
    return true;
  }

  @Override
  public int takeDelivered() {
    int flow = delivered;
    delivered = NONE;
    mayDeliver = false;
    return flow;
  }
}
