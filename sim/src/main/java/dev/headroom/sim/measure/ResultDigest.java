package dev.headroom.sim.measure;

import java.util.HexFormat;

/**
 * Digest of results: an order-free 128-bit sum of hashes, one for each flow and each port and
 * priority. Equal digests mean equal results to the last bit, however the work was split.
 */
public final class ResultDigest {
  private long high;
  private long low;

  /** Adds one element; the order of additions does not matter. */
  public void add(long... fields) {
    long a = 0x9E3779B97F4A7C15L;
    long b = 0xD1B54A32D192ED03L;
    for (long field : fields) {
      a = mix(a ^ field);
      b = mix(b + field * 0x9FB21C651E98DF25L);
    }
    low += a;
    high += b;
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
