package dev.headroom.wire.explain;

/**
 * The interface on which one direction of traffic is watched: that of its first packet. Where a
 * capture has several, of one machine ({@code tcpdump -i any} with a bridge or a bond) or of many
 * (merged files), the same packet is there more than once, and must not pass for sent again.
 */
final class Viewpoint {
  /** Silent for so long, the traffic may have moved. */
  private static final long MOVED_NS = 100_000_000;

  private boolean chosen;
  private int source;
  private long lastNs;

  /** Whether a packet was captured elsewhere than where this direction is watched. */
  boolean isElsewhere(int from, long timeNs) {
    if (!chosen || timeNs - lastNs > MOVED_NS) {
      chosen = true;
      source = from;
    }
    if (from != source) {
      return true;
    }
    lastNs = timeNs;
    return false;
  }
}
