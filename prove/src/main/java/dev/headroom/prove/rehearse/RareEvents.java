package dev.headroom.prove.rehearse;

import java.util.SplittableRandom;

/** Random counts of rare events, the same for the same seed, link, slice and kind. */
final class RareEvents {
  private static final double MANY = 50;

  private RareEvents() {}

  /** A draw of a Poisson variable; the normal distribution serves for means over 50. */
  static long poisson(double mean, long seed, String link, int slice, String kind) {
    if (mean <= 0) {
      return 0;
    }
    SplittableRandom random = random(seed, link, slice, kind);
    if (mean > MANY) {
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
    double product = random.nextDouble();
    double least = Math.exp(-mean);
    long count = 0;
    while (product > least) {
      product *= random.nextDouble();
      count++;
    }
    return count;
  }

  static SplittableRandom random(long seed, String link, int slice, String kind) {
    long mixed = seed * 0x9E3779B97F4A7C15L + link.hashCode() * 31L + kind.hashCode();
    return new SplittableRandom(mixed * 0xBF58476D1CE4E5B9L + slice);
  }
}
