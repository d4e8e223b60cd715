package dev.headroom.sim.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** Throws of a seeded random number generator, in the forms that scenarios need. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
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
