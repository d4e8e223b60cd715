package dev.headroom.tune.numeric;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.MaxIter;
import org.hipparchus.optim.SimpleBounds;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.hipparchus.random.Well19937c;

/**
 * CMA-ES by generations (Hansen, Ostermeier, Evolutionary Computation 9(2), 2001; Hipparchus). The
 * library's optimizer evaluates point by point; here each generation is one list of points.
 *
 * <p>For the next generation the optimizer starts anew with the same seed and gets the values of
 * all earlier points, until it asks for points that have no value. Within a generation no point
 * depends on the value of another one. The generation has 4 + 3 ln n points, the default of the
 * paper.
 */
public final class CmaGenerations {
  private static final double STEP = 0.2;
  private static final int MOST = 1_000_000;

  private final double[] guess;
  private final long seed;
  private final int size;
  private final List<Double> values = new ArrayList<>();
  private List<double[]> asked = List.of();

  /**
   * Around a point of the unit cube.
   *
   * @param value of the guess; less is better
   */
  public CmaGenerations(double[] guess, double value, long seed) {
    this.guess = guess.clone();
    this.seed = seed;
    size = 4 + (int) (3 * Math.log(guess.length));
    values.add(value);
  }

  /** End of the known part of a run. */
  private static final class Unknown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unknown() {
      super("the points of a generation are known", null, false, false);
    }
  }

  /** The points of the next generation in the unit cube; empty if the optimizer has converged. */
  public List<double[]> next() {
    List<double[]> points = new ArrayList<>();
    int[] count = {0};
    ObjectiveFunction function =
        new ObjectiveFunction(point -> {
          if (count[0] < values.size()) {
            return values.get(count[0]++);
          }
          points.add(point.clone());
          if (points.size() == size) {
            throw new Unknown();
          }
          return 0;
        });
    double[] low = new double[guess.length];
    double[] high = new double[guess.length];
    double[] sigma = new double[guess.length];
    for (int i = 0; i < guess.length; i++) {
      high[i] = 1;
      sigma[i] = STEP;
    }
    try {
      new CMAESOptimizer(MOST, 0, true, 0, 0, new Well19937c(seed), false, null)
          .optimize(
              new MaxEval(MOST),
              new MaxIter(MOST),
              function,
              GoalType.MINIMIZE,
              new CMAESOptimizer.PopulationSize(size),
              new CMAESOptimizer.Sigma(sigma),
              new InitialGuess(guess),
              new SimpleBounds(low, high));
    } catch (Unknown | MathIllegalStateException e) {
      asked = List.copyOf(points);
      return points.size() == size ? asked : List.of();
    }
    asked = List.of();
    return asked;
  }

  /** The values of the points that were asked for last. */
  public void tell(double[] of) {
    if (of.length != asked.size()) {
      throw new IllegalArgumentException(of.length + " values for " + asked.size() + " points");
    }
    for (double value : of) {
      values.add(value);
    }
    asked = List.of();
  }
}
