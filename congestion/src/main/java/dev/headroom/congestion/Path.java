package dev.headroom.congestion;

/**
 * Properties of a queue pair's path that are known before anything is sent.
 *
 * @param lineBps rate of the NIC port, over 0
 * @param baseRttPs round-trip time of a packet that waits nowhere, over 0
 * @param packetBytes bytes of a full packet, counted as the window counts them, over 0
 */
public record Path(long lineBps, long baseRttPs, int packetBytes) {
  private static final double PS_PER_SECOND = 1e12;

  /** So short that times which grow with the way are as published. */
  public static final Path SHORT = new Path(100_000_000_000L, 1, 1);

  public Path {
    RangeCheck.check("line rate", lineBps, 1, Long.MAX_VALUE);
    RangeCheck.check("base RTT", baseRttPs, 1, Long.MAX_VALUE);
    RangeCheck.check("packet size", packetBytes, 1, Integer.MAX_VALUE);
  }

  /** A time that a control is published with for short ways, or 1.5 base RTTs if that is longer. */
  public long atLeast(long publishedPs) {
    return Math.max(publishedPs, baseRttPs * 3 / 2);
  }

  /** Bytes in flight that fill the line for a base RTT. */
  public double bdpBytes() {
    return bytes((double) lineBps, baseRttPs);
  }

  /** Bytes that a rate sends in a time. */
  public static double bytes(double bps, double timePs) {
    return bps * timePs / (8 * PS_PER_SECOND);
  }

  /** The rate that sends so many bytes in a time. */
  public static double bps(double bytes, double timePs) {
    return bytes * 8 * PS_PER_SECOND / timePs;
  }
}
