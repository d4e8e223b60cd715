package dev.headroom.sim.rc;

import dev.headroom.model.choice.Verb;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Responder that takes packets in order only, answers a gap with one NAK and a SEND without a
 * receive request with an RNR NAK, and acknowledges on request (InfiniBand specification, volume 1,
 * 9.7).
 */
final class GoBackNResponder extends WriteResponder {
  private final @Nullable ReceiveQueue queue;

  /** What a loss costs, where that is more than what was lost; else null. */
  private final @Nullable GoBackUnitTracker units;

  private final boolean acksDuplicates;
  private int delivered = NONE;

  /** Who takes what is sent of a flow after it was over; null until one is. */
  private @Nullable GoBackNResponder afterwards;

  /** Whether the packet just taken was of such a flow. */
  private boolean tookAfterwards;

  GoBackNResponder(RcSettings settings, FlowTuple back) {
    super(settings, back);
    acksDuplicates = settings.acks().duplicates();
    boolean mayRunOut =
        settings.messageSettings().operation() == Verb.SEND && settings.receiveQueue().isBounded();
    queue = mayRunOut ? new ReceiveQueue(settings.receiveQueue()) : null;
    int unit = settings.recovery().unit();
    units = unit > 0 ? new GoBackUnitTracker(unit, settings.acks().nakIntervalPs()) : null;
  }

  @Override
  public Answer take(Packet packet, long nowPs) {
    int ahead = numbering.distance(packet.psn, expected);
    tookAfterwards = ahead < 0 && afterwards != null;
    if (tookAfterwards && afterwards != null) {
      accepted = false;
      return afterwards.take(packet, nowPs);
    }
    boolean hereBefore = units != null && units.repeats();
    accepted = ahead == 0 && (queue == null || hereBefore || isReady(queue, packet, nowPs));
    if (accepted) {
      int numbers = (int) numbering.count(packet.payload);
      expected = numbering.of(expected + (long) numbers);
      nakThrottle.close();
      int again = units == null ? 0 : units.take(packet, numbers);
      accepted = again < numbers;
      repeated = accepted ? again * numbering.bytes() : packet.payload;
      if (packet.has(Packet.LAST_OF_FLOW)) {
        delivered = packet.flow;
        mayDeliver = true;
      }
      return packet.has(ASKS) ? Answer.ACK : Answer.NOTHING;
    }
    if (ahead > 0) {
      return isGapDue(nowPs) ? Answer.NAK : Answer.NOTHING;
    }
    if (ahead == 0) {
      nakThrottle.report(nowPs); // what follows is refused by the same NAK
      return Answer.RNR_NAK;
    }
    return acksDuplicates && packet.has(ASKS) ? Answer.ACK : Answer.NOTHING;
  }

  @Override
  void forget(int psn) {
    GoBackNResponder next = new GoBackNResponder(settings, back);
    next.expected = psn;
    afterwards = next;
  }

  @Override
  int responsePsn() {
    GoBackNResponder next = afterwards;
    return tookAfterwards && next != null ? next.expected : expected;
  }

  /** Whether to report a gap now, and with it all of a unit as missing. */
  private boolean isGapDue(long nowPs) {
    if (units == null) {
      return nakThrottle.isDue(nowPs);
    }
    if (!units.isDue(expected, nowPs)) {
      return false;
    }
    expected = numbering.of(expected - (long) units.forget());
    return true;
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
  public boolean hasTaken(Packet packet) {
    return numbering.distance(packet.psn, expected) < 0;
  }

  @Override
  public int takeDelivered() {
    int flow = delivered;
    delivered = NONE;
    mayDeliver = false;
    return flow;
  }
}
