package dev.headroom.congestion;

/**
 * Switch side of HPCC-PINT: a link's load U as an average over about an RTT, which the switch keeps
 * because a packet does not carry enough for a sender to compute it (Ben Basat et al., SIGCOMM
 * 2020; {@code switch-node.cc} of the HPCC authors' simulator).
 *
 * <pre>
 *   packet leaves, dt after the one before, of b bytes:   dt = min(dt, T)
 *     U = (T - dt)/T U + dt queue/(B T^2) + b/(B T)
 * </pre>
 *
 * The switch's approximate logarithms are left out: this is the exact value they approximate.
 */
public final class PintLink {
  private final double rttPs;
  private final double bdpBytes;
  private double load;
  private long lastPs;
  private int lastBytes;

  /**
   * @param bps rate of the link
   * @param rttPs T, as the senders have it
   */
  public PintLink(long bps, long rttPs) {
    this.rttPs = rttPs;
    bdpBytes = Path.bytes((double) bps, (double) rttPs);
  }

  /**
   * A packet leaves.
   *
   * @param queueBytes bytes that wait behind it
   * @return the load to be written into it, if what it carries is less
   */
  public double departs(long nowPs, long queueBytes, int bytes) {
    double elapsed = Math.min((double) (nowPs - lastPs), rttPs);
    double weight = elapsed / rttPs;
    load = (1 - weight) * load + weight * queueBytes / bdpBytes + lastBytes / bdpBytes;
    lastPs = nowPs;
    lastBytes = bytes;
    return load;
  }
}
