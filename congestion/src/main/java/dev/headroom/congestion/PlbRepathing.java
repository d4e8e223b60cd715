package dev.headroom.congestion;

/**
 * Protective load balancing (PLB), which moves a connection from a congested path to another one
 * (Qureshi et al., "PLB: Congestion Signals are Simple and Effective for Network Load Balancing",
 * SIGCOMM 2022; Falcon specification 0.9, section 10.4).
 *
 * <pre>
 *   an ACK is congested            delay &gt; multiplier target
 *   a window's worth of packets    congested if their share on congested ACKs reaches the threshold
 *   so many of them in a row       another way
 * </pre>
 */
public final class PlbRepathing {
  /**
   * @param multiplier of the target delay; 1. Over 0
   * @param threshold share of packets; 0.5. 0 to 1
   * @param attempts congested windows in a row; 12. 1 or more
   */
  public record Settings(double multiplier, double threshold, int attempts) {
    public Settings {
      RangeCheck.check(
          "multiplier of the target delay", multiplier, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check("share of congested packets", threshold, 0, 1);
      RangeCheck.check("consecutive congested round trips", attempts, 1, Integer.MAX_VALUE);
    }
  }

  private final Settings settings;
  private double acked;
  private double congested;
  private int inARow;

  public PlbRepathing(Settings settings) {
    this.settings = settings;
  }

  /**
   * An ACK came; returns whether to take another way.
   *
   * @param packets that it acknowledges
   * @param window in packets, before the ACK
   * @param delayPs of the fabric
   * @param targetPs that the delay should have
   */
  public boolean acknowledged(double packets, double window, double delayPs, double targetPs) {
    acked += packets;
    congested += delayPs > targetPs * settings.multiplier() ? packets : 0;
    if (acked < window) {
      return false;
    }
    inARow = congested / acked < settings.threshold() ? 0 : inARow + 1;
    acked = 0;
    congested = 0;
    if (inARow < settings.attempts()) {
      return false;
    }
    inARow = 0;
    return true;
  }
}
