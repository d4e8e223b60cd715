package dev.headroom.run.figures;

import java.util.Arrays;

/**
 * Finished flows as columns of primitives. Up to its limit it holds every flow; above it, a sample
 * in which each flow is as likely to be (Vitter's algorithm R, ACM TOMS 11(1), 1985), drawn with a
 * seed.
 */
final class FlowColumns {
  private final int limit;
  private long random;
  private long seen;
  private int count;
  private long[] bytes = new long[256];
  private long[] fctPs = new long[256];
  private long[] soloPs = new long[256];

  FlowColumns(int limit, long seed) {
    this.limit = limit;
    this.random = seed ^ 0x9E3779B97F4A7C15L;
  }

  void add(long flowBytes, long flowFctPs, long flowSoloPs) {
    seen++;
    int at = count;
    if (count == limit) {
      long slot = Long.remainderUnsigned(next(), seen);
      if (slot >= limit) {
        return;
      }
      at = (int) slot;
    } else {
      grow();
      count++;
    }
    bytes[at] = flowBytes;
    fctPs[at] = flowFctPs;
    soloPs[at] = flowSoloPs;
  }

  int count() {
    return count;
  }

  long bytes(int i) {
    return bytes[i];
  }

  long fctPs(int i) {
    return fctPs[i];
  }

  double slowdown(int i) {
    return (double) fctPs[i] / soloPs[i];
  }

  private void grow() {
    if (count == bytes.length) {
      int longer = (int) Math.min(limit, 2L * count);
      bytes = Arrays.copyOf(bytes, longer);
      fctPs = Arrays.copyOf(fctPs, longer);
      soloPs = Arrays.copyOf(soloPs, longer);
    }
  }

  private long next() {
    random += 0x9E3779B97F4A7C15L;
    long z = random;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
