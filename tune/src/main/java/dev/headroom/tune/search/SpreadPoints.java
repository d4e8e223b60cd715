package dev.headroom.tune.search;

import dev.headroom.tune.space.Space;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.SobolSequenceGenerator;
import org.hipparchus.random.Well19937c;

/**
 * Evenly spread points of a space: Sobol's sequence (Joe, Kuo, SIAM Journal on Scientific Computing
 * 30(5), 2008), of which the first point, the origin, is left out, moved by a random vector modulo
 * 1 (Cranley, Patterson, SIAM Journal on Numerical Analysis 13(6), 1976).
 */
final class SpreadPoints {
  private final Space space;
  private final SobolSequenceGenerator sequence;
  private final double[] shift;

  SpreadPoints(Space space, long seed) {
    this.space = space;
    sequence = new SobolSequenceGenerator(space.size());
    sequence.nextVector();
    RandomGenerator random = new Well19937c(seed);
    shift = new double[space.size()];
    for (int i = 0; i < shift.length; i++) {
      shift[i] = random.nextDouble();
    }
  }

  int[] next() {
    double[] unit = sequence.nextVector();
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (unit[i] + shift[i]) % 1;
    }
    return space.codes(unit);
  }
}
