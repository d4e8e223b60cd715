package dev.headroom.sim.kernel;

/**
 * Counter-based random numbers: the n-th draw of a stream is a pure function of the stream's key
 * and n, so it does not matter which thread draws or what else was drawn before. The mixer is that
 * of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
 */
public final class Rng {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Rng() {}

  /** The stream that belongs to an entity by its name, under a run's seed. */
  public static long key(long seed, String name) {
    long key = mix(seed + GOLDEN);
    for (int i = 0; i < name.length(); i++) {
      key = mix(key ^ name.charAt(i));
    }
    return key;
  }

  /** 64 random bits. */
  public static long bits(long key, long counter) {
    return mix(key + counter * GOLDEN);
  }

  /** Uniform in [0, 1). */
  public static double uniform(long key, long counter) {
    return (bits(key, counter) >>> 11) * 0x1.0p-53;
  }

  /** Bijective scrambling of 64 bits. */
  public static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
