package dev.headroom.model.stack;

/**
 * Times of a receiver's RNR NAK timer codes: IBTA volume 1, table 45, in units of 10 us. Libraries
 * that take a time round it to one of these.
 */
final class RnrTimes {
  private static final int[] TENS_OF_MICROS = {
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
  };

  private static final long UNIT_PS = 10_000_000;

  private RnrTimes() {}

  /** Of a code, 0 to 31, in picoseconds. */
  static long ps(long code) {
    return TENS_OF_MICROS[Math.toIntExact(code)] * UNIT_PS;
  }
}
