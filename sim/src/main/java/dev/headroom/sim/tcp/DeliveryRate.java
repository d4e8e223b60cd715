package dev.headroom.sim.tcp;

import dev.headroom.congestion.Feedback;
import java.util.Arrays;

/**
 * Delivery rate of segments (Cheng et al., draft-cheng-iccrg-delivery-rate-estimation-02; Linux
 * {@code tcp_rate.c}). Of all segments that an ACK tells of, the one sent last counts: what was
 * delivered since it was sent, over the longer of the times in which that was sent and
 * acknowledged. A sample is dropped that took less than the least RTT.
 */
final class DeliveryRate {
  private long[] priorDelivered = new long[64];
  private long[] priorPs = new long[64];
  private long[] firstPs = new long[64];
  private boolean[] limited = new boolean[64];

  private long delivered;
  private long deliveredPs;
  private long firstSentPs;

  /** Until so much is delivered, samples are of a sender that had nothing to send. */
  private long limitedUntil;

  // The sample of the ACK at hand.
  private long samplePrior = -1;
  private long samplePriorPs;
  private long sampleSentPs;
  private long sampleElapsedPs;
  private boolean sampleLimited;

  /** A segment leaves, perhaps again. */
  void sent(long segment, int capacity, boolean nothingInFlight, long nowPs) {
    if (capacity > limited.length) {
      grow(capacity);
    }
    if (nothingInFlight) {
      firstSentPs = nowPs;
      deliveredPs = nowPs;
    }
    int i = (int) segment & (limited.length - 1);
    priorDelivered[i] = delivered;
    priorPs[i] = deliveredPs;
    firstPs[i] = firstSentPs;
    limited[i] = delivered < limitedUntil;
  }

  /** A ring by number keeps its place for all that fit the old one if values are laid out twice. */
  private void grow(int capacity) {
    int old = limited.length;
    priorDelivered = Arrays.copyOf(priorDelivered, capacity);
    priorPs = Arrays.copyOf(priorPs, capacity);
    firstPs = Arrays.copyOf(firstPs, capacity);
    limited = Arrays.copyOf(limited, capacity);
    for (int i = old; i < capacity; i++) {
      int from = i & (old - 1);
      priorDelivered[i] = priorDelivered[from];
      priorPs[i] = priorPs[from];
      firstPs[i] = firstPs[from];
      limited[i] = limited[from];
    }
  }

  /** The sender has nothing more to send, with so much in flight and room for more. */
  void idle(long inFlightBytes) {
    limitedUntil = Math.max(1, delivered + inFlightBytes);
  }

  /** A segment has arrived. */
  void arrived(long segment, int bytes, long sentPs, long nowPs) {
    delivered += bytes;
    deliveredPs = nowPs;
    int i = (int) segment & (limited.length - 1);
    if (samplePrior < 0
        || priorDelivered[i] > samplePrior
        || (priorDelivered[i] == samplePrior && sentPs >= sampleSentPs)) {
      samplePrior = priorDelivered[i];
      samplePriorPs = priorPs[i];
      sampleSentPs = sentPs;
      sampleElapsedPs = sentPs - firstPs[i];
      sampleLimited = limited[i];
      firstSentPs = sentPs;
    }
  }

  /** Writes the sample of the ACK at hand, and forgets it. */
  void report(Feedback feedback, long leastRttPs, long nowPs) {
    feedback.deliveredBytes = delivered;
    feedback.appLimited = sampleLimited;
    if (samplePrior >= 0) {
      long intervalPs = Math.max(sampleElapsedPs, nowPs - samplePriorPs);
      feedback.priorDeliveredBytes = samplePrior;
      feedback.deliveryIntervalPs =
          leastRttPs != Long.MAX_VALUE && intervalPs < leastRttPs ? Feedback.NONE : intervalPs;
    }
    samplePrior = -1;
  }

  /** Bytes delivered since the start. */
  long delivered() {
    return delivered;
  }
}
