package dev.headroom.congestion.roce;

import dev.headroom.congestion.RangeCheck;

/**
 * Target delay of Swift (Kumar et al., SIGCOMM 2020, section 3.5), larger for paths of many hops
 * and for small windows, of which many share a link.
 *
 * <pre>
 *   target  = base + hops h + clamp(a/sqrt(w) + b, 0, range)
 *             a = range / (1/sqrt(wmin) - 1/sqrt(wmax)),  b = -a/sqrt(wmax)
 * </pre>
 */
final class DelayTarget {
  private final long basePs;
  private final long perHopPs;
  private final long rangePs;
  private final double a;
  private final double b;

  /** The part of Swift's settings that says it. */
  public DelayTarget(Swift.Settings settings) {
    basePs = settings.baseTargetPs();
    perHopPs = settings.perHopPs();
    rangePs = settings.rangePs();
    double from = 1 / Math.sqrt(settings.scaleFrom());
    double to = 1 / Math.sqrt(settings.scaleTo());
    a = rangePs / (from - to);
    b = -a * to;
  }

  /** At a window of so many packets, in picoseconds. */
  double ps(double packets, int hops) {
    return basePs
        + (double) hops * perHopPs
        + RangeCheck.clamp(a / Math.sqrt(packets) + b, 0, (double) rangePs);
  }
}
