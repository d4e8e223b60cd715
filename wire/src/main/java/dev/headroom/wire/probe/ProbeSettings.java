package dev.headroom.wire.probe;

/**
 * What a probe is told.
 *
 * @param packetsPerSecond never more than this, 1 to 100,000
 * @param train packets of one flow that are looked at for losses and order, 10 to 8,000
 * @param dscp of the fabric's RoCE traffic, 0 to 63
 * @param sourcePorts UDP source ports whose ways are told apart, 1 to 256
 * @param mostHops routers that are looked for, 1 to 64
 * @param settleMs how long after the last packet of a round it may still arrive, in milliseconds,
 *     10 to 10,000
 * @param udpPort to which packets go, 4791 for every RNIC
 */
public record ProbeSettings(
    int packetsPerSecond,
    int train,
    int dscp,
    int sourcePorts,
    int mostHops,
    int settleMs,
    int udpPort) {
  /** The most of one round, which the server keeps. */
  static final int MOST_ROUND = 8_192;

  public ProbeSettings {
    check("packets a second", packetsPerSecond, 1, 100_000);
    check("packets", train, 10, 8_000);
    check("DSCP", dscp, 0, 63);
    check("source ports", sourcePorts, 1, 256);
    check("hops", mostHops, 1, 64);
    check("settling time", settleMs, 10, 10_000);
    check("UDP port", udpPort, 1, 65_535);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " " + value + "; " + least + " to " + most + " is right");
    }
  }
}
