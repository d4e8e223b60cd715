package dev.headroom.model.workload;

import java.nio.charset.StandardCharsets;

/**
 * Stream of random numbers that depends only on a seed and a name, so that other streams do not
 * change it. Not thread-safe.
 *
 * <p>The k-th number is {@code mix(key + k * 0x9e3779b97f4a7c15)}, SplitMix64 (Steele et al.,
 * OOPSLA 2014) with its key hashed from seed and name (FNV-1a). The same on every machine: no
 * platform's logarithm is used.
 */
public final class RandomStream {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final double TO_UNIT = 0x1p-53;

  private long state;

  private RandomStream(long state) {
    this.state = state;
  }

  /** The stream of this name under this seed. */
  public static RandomStream of(long seed, String name) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return new RandomStream(mix(mix(seed + GOLDEN) ^ hash));
  }

  public long nextLong() {
    state += GOLDEN;
    return mix(state);
  }

  /** Uniform in 0 to {@code bound} - 1, without bias (Lemire 2019). */
  public int nextInt(int bound) {
    long product = (nextLong() >>> 32) * bound;
    if ((product & 0xffffffffL) < bound) {
      long floor = (1L << 32) % bound;
      while ((product & 0xffffffffL) < floor) {
        product = (nextLong() >>> 32) * bound;
      }
    }
    return (int) (product >>> 32);
  }

  /** Uniform in [0, 1). */
  public double nextDouble() {
    return (nextLong() >>> 11) * TO_UNIT;
  }

  /** Exponential with mean 1. */
  public double nextExponential() {
    return -StrictMath.log(1 - nextDouble());
  }

  /** Every order of 0 to {@code n} - 1 equally likely. */
  public int[] permutation(int n) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /**
   * Every order of 0 to {@code n} - 1 in which none is in its own place equally likely; n above 1.
   */
  public int[] derangement(int n) {
    while (true) { // e = 2.7 tries on average
      int[] order = permutation(n);
      boolean moved = true;
      for (int i = 0; i < n && moved; i++) {
        moved = order[i] != i;
      }
      if (moved) {
        return order;
      }
    }
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }
}
