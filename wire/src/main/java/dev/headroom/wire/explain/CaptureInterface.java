package dev.headroom.wire.explain;

import dev.headroom.wire.capture.CaptureReader;

/**
 * Capture interface on which one direction of traffic is watched: that of its first packet. Where a
 * capture has several, of one machine ({@code tcpdump -i any} with a bridge or a bond) or of many
 * (merged files), the same packet is there more than once, and must not pass for sent again.
 */
final class CaptureInterface {
  /** Silent for so long, the traffic may have moved. */
  private static final long MOVED_NS = 100_000_000;

  private boolean chosen;
  private int source;
  private long lastNs;

  /** Whether a packet was captured elsewhere than where this direction is watched. */
  boolean isOtherInterface(CaptureReader reader, long timeNs) {
    boolean silent = timeNs - lastNs > MOVED_NS;
    // What another section of the file goes on with is no copy; what goes back in time is one.
    boolean over = reader.isOver(source) && timeNs > lastNs;
    if (!chosen || silent || over) {
      chosen = true;
      source = reader.source();
    }
    if (reader.source() != source) {
      return true;
    }
    lastNs = timeNs;
    return false;
  }
}
