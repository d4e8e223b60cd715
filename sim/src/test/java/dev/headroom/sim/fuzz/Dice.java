package dev.headroom.sim.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** Throws of a seeded random number generator, in the forms that scenarios need. */
final class Dice {
  /** Odd, and with its bits well spread: of xxHash. */
  private static final long SPREAD = 0x9E3779B185EBCA87L;

  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  /**
   * The dice of one part of a scenario: what another part draws leaves its throws as they are.
   *
   * @param part its name
   */
  static Dice of(long seed, String part) {
    return new Dice(seed ^ Long.rotateLeft(part.hashCode() * SPREAD, 29));
  }

  /** Whether something happens that happens one time in n. */
  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  /** Uniform, both inclusive. */
  int between(int least, int greatest) {
    return random.nextInt(least, greatest + 1);
  }

  /** Every order of magnitude is as likely as any other; both inclusive. */
  long anyScale(long least, long greatest) {
    double exponent = random.nextDouble(Math.log(least), Math.log(greatest + 1.0));
    return Math.clamp((long) Math.exp(exponent), least, greatest);
  }

  @SafeVarargs
  final <T> T pick(T... from) {
    return from[random.nextInt(from.length)];
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
