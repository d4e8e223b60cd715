package dev.headroom.sim.tcp;

import dev.headroom.congestion.Feedback;
import dev.headroom.sim.delivery.RackLossDetection;
import dev.headroom.sim.packet.TcpPacket;
import org.jspecify.annotations.Nullable;

/**
 * Segments in flight: those that ACKs report as arrived, and those given up, because later ones
 * have arrived ({@link RackLossDetection}) or the timeout expired. What congestion control wants to
 * know of it is noted in its feedback.
 */
final class SegmentsInFlight {
  private final SegmentScoreboard sent;
  private final RetransmissionTimeout timeout;
  private final @Nullable DeliveryRate rate;
  private final Feedback feedback;
  private final RackLossDetection rack = new RackLossDetection();
  private long reorderAtPs = Long.MAX_VALUE;

  /**
   * @param timeout learns the round trips
   * @param rate where congestion control wants to know it
   */
  SegmentsInFlight(
      SegmentScoreboard sent,
      RetransmissionTimeout timeout,
      @Nullable DeliveryRate rate,
      Feedback feedback) {
    this.sent = sent;
    this.timeout = timeout;
    this.rate = rate;
    this.feedback = feedback;
  }

  /**
   * When the next segment is given up unless it arrives, in picoseconds; {@code Long.MAX_VALUE} if
   * none is overdue.
   */
  long reorderAtPs() {
    return reorderAtPs;
  }

  /** Notes what an ACK says has arrived; returns whether more of the stream is acknowledged. */
  boolean take(TcpPacket ack, long nowPs) {
    long before = sent.first();
    long oldestPs = -1;
    long newestPs = -1;
    while (sent.first() < sent.end() && sent.to(sent.first()) <= ack.ackUpTo) {
      long segment = sent.first();
      if (!sent.isDelivered(segment)) {
        arrived(segment, nowPs);
        if (!sent.isRepeated(segment)) {
          oldestPs = oldestPs < 0 ? sent.sentPs(segment) : oldestPs;
          newestPs = sent.sentPs(segment);
        }
      }
      sent.passFirst();
    }
    int lowest = -1;
    for (int i = 0; i < ack.ranges; i++) {
      lowest = nextRange(ack, lowest);
      newestPs = Math.max(newestPs, takeRange(ack.rangeFrom(lowest), ack.rangeTo(lowest), nowPs));
    }
    if (oldestPs >= 0) {
      timeout.sample(nowPs - oldestPs);
    }
    feedback.rttPs = newestPs < 0 ? Feedback.NONE : nowPs - newestPs;
    if (ack.has(TcpPacket.DUPLICATE)) {
      rack.duplicated(ack.ackUpTo, sent.endByte());
    }
    return sent.first() > before;
  }

  /** The range of an ACK that begins next after another of it, so that all are taken in order. */
  private static int nextRange(TcpPacket ack, int after) {
    int next = -1;
    for (int i = 0; i < ack.ranges; i++) {
      boolean later = after < 0 || ack.rangeFrom(i) > ack.rangeFrom(after);
      if (later && (next < 0 || ack.rangeFrom(i) < ack.rangeFrom(next))) {
        next = i;
      }
    }
    return next;
  }

  /** Returns when the last segment was sent that is news and was sent once, or -1. */
  private long takeRange(long from, long to, long nowPs) {
    if (from < sent.firstByte()) {
      return -1; // an ACK that was overtaken
    }
    long newestPs = -1;
    long segment = sent.nextUndelivered(sent.segmentOf(from));
    while (segment < sent.end() && sent.to(segment) <= to) {
      arrived(segment, nowPs);
      if (!sent.isRepeated(segment)) {
        newestPs = sent.sentPs(segment);
      }
      sent.select(segment);
      segment = sent.nextUndelivered(segment);
    }
    return newestPs;
  }

  private void arrived(long segment, long nowPs) {
    feedback.ackedBytes += sent.length(segment);
    rack.arrived(sent.sentPs(segment), sent.to(segment), sent.isRepeated(segment), nowPs);
    if (rate != null) {
      rate.arrived(segment, sent.length(segment), sent.sentPs(segment), nowPs);
    }
  }

  /** Tells congestion control how fast the connection delivers, where it wants to know. */
  void report(long nowPs) {
    if (rate != null) {
      rate.report(feedback, rack.leastRttPs(), nowPs);
    }
  }

  /** Gives up segments that were sent before some that have arrived; returns their bytes. */
  long giveUpOvertaken(boolean recovering, long nowPs) {
    reorderAtPs = Long.MAX_VALUE;
    long missing = 0;
    long segment = sent.oldest();
    while (segment >= 0 && rack.precedes(sent.sentPs(segment), sent.to(segment))) {
      long lostAtPs =
          sent.sentPs(segment)
              + rack.reorderTimeoutPs(recovering, sent.selected(), timeout.smoothedPs());
      if (lostAtPs > nowPs) {
        reorderAtPs = lostAtPs;
        break;
      }
      missing += sent.length(segment);
      sent.lose(segment);
      segment = sent.oldest();
    }
    return missing;
  }

  /**
   * At a timeout, gives up the first segment, and all sent a round trip and a window ago (RFC 8985,
   * section 6.3); returns their bytes.
   */
  long giveUpOld(long nowPs) {
    long missing = 0;
    if (sent.isInFlight(sent.first())) {
      missing += sent.length(sent.first());
      sent.lose(sent.first());
    }
    long patiencePs = rack.reorderTimeoutPs(true, sent.selected(), timeout.smoothedPs());
    long segment = sent.oldest();
    while (segment >= 0 && sent.sentPs(segment) + patiencePs <= nowPs) {
      missing += sent.length(segment);
      sent.lose(segment);
      segment = sent.oldest();
    }
    return missing;
  }

  /** All that was missing when a loss was found has arrived. */
  void recovered() {
    rack.recovered();
  }
}
