package dev.headroom.congestion;

import dev.headroom.unit.Keyword;

/**
 * Conversion of an infinite or undefined rate to whole bits per second, as after a division by a
 * load of 0 or of a queue by no window. C++ leaves it open, so the authors' simulator of HPCC
 * ({@code DataRate}'s {@code operator/}) does what the processor does.
 */
public enum RateCast implements Keyword {
  /** An endless rate is that of the line; what is no number is the least. */
  LINE {
    @Override
    public long bps(double bps, long lineBps) {
      return Double.isNaN(bps) ? NONE : (long) Math.min((double) lineBps, bps);
    }
  },

  /**
   * {@code cvttsd2si} of a number less 2^63: an endless rate ends at 0, and what is no number at
   * 2^63, so at that of the line.
   */
  X86_64 {
    @Override
    public long bps(double bps, long lineBps) {
      if (Double.isNaN(bps)) {
        return lineBps;
      }
      return Double.isInfinite(bps) ? 0 : LINE.bps(bps, lineBps);
    }
  },

  /** {@code vcvttsd2usi}: all bits set for both, which wraps round with what is added. */
  AVX_512 {
    @Override
    public long bps(double bps, long lineBps) {
      return Double.isInfinite(bps) ? NONE : LINE.bps(bps, lineBps);
    }
  };

  /** 2^64 - 1: less than nothing when something is added. */
  private static final long NONE = -1;

  /**
   * A rate in whole bits per second, 0 or more, or -1 for 2^64 - 1.
   *
   * @param lineBps that of the line, to which it is cut
   */
  public abstract long bps(double bps, long lineBps);
}
