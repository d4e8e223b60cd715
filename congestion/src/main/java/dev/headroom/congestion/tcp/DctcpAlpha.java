package dev.headroom.congestion.tcp;

import dev.headroom.congestion.Feedback;

/**
 * DCTCP's alpha: the smoothed share of bytes that arrived marked, renewed once a round trip (RFC
 * 8257, section 3.3).
 *
 * <pre>
 *   ACK beyond the end of the round trip:  M = marked / acknowledged;  alpha = (1-g) alpha + g M
 * </pre>
 */
final class DctcpAlpha {
  private final double g;
  private double alpha;
  private long acked;
  private long marked;
  private long endsAfter = Feedback.NONE;

  public DctcpAlpha(double g, double initialAlpha) {
    this.g = g;
    alpha = initialAlpha;
  }

  double alpha() {
    return alpha;
  }

  /** Counts an ACK. Returns whether it ended a round trip. */
  boolean acknowledged(Feedback feedback) {
    acked += feedback.ackedBytes;
    marked += feedback.markedBytes;
    if (endsAfter == Feedback.NONE) {
      endsAfter = feedback.sentUpTo;
    }
    if (feedback.ackedUpTo <= endsAfter || acked <= 0) {
      return false;
    }
    alpha = (1 - g) * alpha + g * Math.min(1, (double) marked / acked);
    acked = 0;
    marked = 0;
    endsAfter = feedback.sentUpTo;
    return true;
  }
}
