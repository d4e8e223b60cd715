package dev.headroom.sim.rc;

/**
 * Encoding of the timer field of an RNR NAK (InfiniBand specification, volume 1, 9.7.5.2.8, table
 * 45): 10 us to 655.36 ms, two steps to each doubling; 0 is the longest.
 */
public final class RnrTimer {
  private static final long UNIT_PS = 10_000_000;

  /** In units of 10 us, by code. */
  private static final int[] UNITS = {
    65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024,
    1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768, 49_152
  };

  private RnrTimer() {}

  /**
   * @param code 0 to 31
   */
  public static long ps(int code) {
    return UNITS[code] * UNIT_PS;
  }
}
