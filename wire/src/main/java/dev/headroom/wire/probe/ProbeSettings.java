package dev.headroom.wire.probe;

/**
 * Settings of a probe.
 *
 * @param train packets of one flow that are looked at for losses and order, 10 to 8,000
 * @param dscp of the fabric's RoCE traffic, 0 to 63
 * @param sourcePorts UDP source ports whose ways are told apart, 1 to 256
 * @param mostHops routers that are looked for, 1 to 64
 * @param settleMs how long after the last packet of a round it may still arrive, in milliseconds,
 *     10 to 10,000
 */
public record ProbeSettings(int train, int dscp, int sourcePorts, int mostHops, int settleMs) {
  static final int MOST_SOURCE_PORTS = 256;
  static final int LEAST_SETTLE_MS = 10;
  static final int MOST_SETTLE_MS = 10_000;

  public ProbeSettings {
    check("packets", train, 10, 8_000);
    check("DSCP", dscp, 0, 63);
    check("source ports", sourcePorts, 1, MOST_SOURCE_PORTS);
    check("hops", mostHops, 1, 64);
    check("settling time", settleMs, LEAST_SETTLE_MS, MOST_SETTLE_MS);
  }

  static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " " + value + "; " + least + " to " + most + " are valid");
    }
  }
}
