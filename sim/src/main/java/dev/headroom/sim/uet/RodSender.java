package dev.headroom.sim.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.UetPacket;

/**
 * Sending end in mode ROD, reliable and ordered (Ultra Ethernet specification 1.0, packet delivery
 * sublayer): all packets take one path, the receiver refuses out-of-order packets, and everything
 * from the one that is due on is sent again. One loss makes many refusals: until something new has
 * been acknowledged only the first counts.
 *
 * <p>A refusal tells congestion control that one packet was lost, as if it had been trimmed.
 */
final class RodSender extends RudSender {
  private boolean wentBack;
  private long leastRttPs;

  RodSender(FlowTuple route, UetSettings settings, Controller controller, long key) {
    super(route, settings, controller, key);
    leastRttPs = settings.roundTripPs();
  }

  @Override
  void acknowledged(UetPacket ack, long nowPs) {
    long before = sent.first();
    long rttPs = roundTrip(ack, nowPs);
    if (rttPs > 0) {
      leastRttPs = Math.min(leastRttPs, rttPs);
    }
    super.acknowledged(ack, nowPs);
    wentBack &= sent.first() == before;
  }

  /** Takes a NACK of a packet that came before its turn; it names the one that is due. */
  void outOfOrder(UetPacket nack, long nowPs) {
    onReceived();
    long due = sequence(nack.psn);
    if (!wentBack && sent.isInFlight(due)) {
      onNack(due, nack, Feedback.NONE, nowPs);
      goBackTo(due);
    }
  }

  /** A packet was trimmed, the one in flight and not one before it that was given up already. */
  @Override
  void onNack(UetPacket nack, long nowPs) {
    long sequence = sequence(nack.psn);
    if (!sent.isInFlight(sequence) || isOfAnEarlierCopy(sequence, nack, nowPs)) {
      return;
    }
    boolean first = sent.repeats(sequence) == 0;
    long rttPs = first ? nowPs - sent.sentPs(sequence) : Feedback.NONE;
    onNack(sequence, nack, rttPs, nowPs);
    goBackTo(sequence);
  }

  /**
   * A NACK tells whether what it refuses was sent before, not how often: one that comes much sooner
   * than any answer so far cannot be about the last copy.
   */
  private boolean isOfAnEarlierCopy(long sequence, UetPacket nack, long nowPs) {
    boolean again = sent.repeats(sequence) > 0;
    return again != nack.has(UetPacket.REPEATED)
        || (again && nowPs - sent.sentPs(sequence) < leastRttPs / 2);
  }

  @Override
  void giveUp(long sequence, long nowPs) {
    super.giveUp(sequence, nowPs);
    goBackTo(sequence);
  }

  private void goBackTo(long first) {
    wentBack = true;
    for (long sequence = first; sequence < sent.end(); sequence++) {
      if (sent.isInFlight(sequence)) {
        miss(sequence, sent.bytes(sequence));
      }
    }
  }
}
