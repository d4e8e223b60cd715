package dev.headroom.tune.numeric;

import java.util.Arrays;

/**
 * Gaussian process with a constant mean, fitted to the estimates of candidates (Rasmussen,
 * Williams: Gaussian Processes for Machine Learning, 2006). The covariance of two points is
 *
 * <pre>
 *   k(x, z) = exp( - sum r(i)^2 / 2 ),   r(i) = |x(i) - z(i)| / l(i)
 * </pre>
 *
 * with a length l for each dimension; for a choice r is 1/l where the choices differ. Values are
 * scaled to the mean 0 and the variance 1; noise of variance g is added to each. Lengths and noise
 * are those of the greatest marginal likelihood (equation 5.8, with the variance of the process
 * worked out), found by moving one at a time.
 */
public final class GaussianProcess {
  private static final double[] LENGTHS = {0.1, 0.2, 0.35, 0.6, 1, 2, 5, 20};
  private static final double[] NOISES = {1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1};
  private static final int ROUNDS = 3;

  private final double[][] points;
  private final double[] values;
  private final boolean[] ordered;
  private final double mean;
  private final double deviation;
  private int[] lengths;
  private int noise;
  private double[] weights = {};
  private double[][] inverse = {};

  private GaussianProcess(double[][] points, double[] values, boolean[] ordered) {
    this.points = points;
    this.ordered = ordered;
    mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(each -> (each - mean) * (each - mean)).sum();
    deviation = Math.max(Math.sqrt(squares / values.length), Double.MIN_NORMAL);
    this.values = Arrays.stream(values).map(each -> (each - mean) / deviation).toArray();
    lengths = new int[ordered.length];
    Arrays.fill(lengths, 4);
    noise = 3;
  }

  /**
   * Fits a process.
   *
   * @param points in the unit cube
   * @param values as many
   * @param ordered by dimension; false for a choice
   */
  public static GaussianProcess fit(double[][] points, double[] values, boolean[] ordered) {
    GaussianProcess process = new GaussianProcess(points, values, ordered);
    process.search(ROUNDS);
    process.finish();
    return process;
  }

  /** The same for some of the points, from the lengths of this one. */
  public GaussianProcess refit(int[] some) {
    double[][] fewer = Arrays.stream(some).mapToObj(i -> points[i]).toArray(double[][]::new);
    double[] of = Arrays.stream(some).mapToDouble(i -> mean + deviation * values[i]).toArray();
    GaussianProcess process = new GaussianProcess(fewer, of, ordered);
    process.lengths = lengths.clone();
    process.noise = noise;
    process.search(1);
    process.finish();
    return process;
  }

  private void search(int rounds) {
    double best = likelihood();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i <= lengths.length; i++) {
        for (int step : new int[] {-1, 1}) {
          boolean better = true;
          while (better && move(i, step)) {
            double now = likelihood();
            better = now > best + 1e-9;
            if (better) {
              best = now;
            } else {
              move(i, -step);
            }
          }
        }
      }
    }
  }

  /** Moves a length, or behind them the noise; false at the end of its values. */
  private boolean move(int which, int step) {
    if (which == lengths.length) {
      noise += step;
      if (noise >= 0 && noise < NOISES.length) {
        return true;
      }
      noise -= step;
      return false;
    }
    lengths[which] += step;
    if (lengths[which] >= 0 && lengths[which] < LENGTHS.length) {
      return true;
    }
    lengths[which] -= step;
    return false;
  }

  private double covariance(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      double length = LENGTHS[lengths[i]];
      double distance = ordered[i] ? one[i] - other[i] : one[i] == other[i] ? 0 : 1;
      sum += distance * distance / (length * length);
    }
    return Math.exp(-sum / 2);
  }

  private double[][] cholesky() {
    int n = points.length;
    double[][] lower = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = covariance(points[i], points[j]) + (i == j ? NOISES[noise] : 0);
        for (int k = 0; k < j; k++) {
          sum -= lower[i][k] * lower[j][k];
        }
        lower[i][j] = i == j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[j][j];
      }
    }
    return lower;
  }

  private static double[] solve(double[][] lower, double[] right) {
    int n = right.length;
    double[] x = right.clone();
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i; k++) {
        x[i] -= lower[i][k] * x[k];
      }
      x[i] /= lower[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        x[i] -= lower[k][i] * x[k];
      }
      x[i] /= lower[i][i];
    }
    return x;
  }

  private double likelihood() {
    double[][] lower = cholesky();
    double[] solved = solve(lower, values);
    double fit = 0;
    double size = 0;
    for (int i = 0; i < values.length; i++) {
      fit += values[i] * solved[i];
      size += Math.log(lower[i][i]);
    }
    // the variance of the process at its best is fit / n
    return -values.length / 2.0 * Math.log(Math.max(fit, 1e-300) / values.length) - size;
  }

  private void finish() {
    double[][] lower = cholesky();
    weights = solve(lower, values);
    inverse = new double[values.length][];
    for (int i = 0; i < values.length; i++) {
      double[] unit = new double[values.length];
      unit[i] = 1;
      inverse[i] = solve(lower, unit);
    }
  }

  /** The expected value at a point. */
  public double predict(double[] point) {
    double sum = 0;
    for (int i = 0; i < points.length; i++) {
      sum += weights[i] * covariance(point, points[i]);
    }
    return mean + deviation * sum;
  }

  /**
   * Share of the variance that is predicted for points that are left out, one at a time; may be
   * negative. The prediction without point i misses by [K^-1 y](i) / [K^-1](i, i) (page 117;
   * Sundararajan, Keerthi, Neural Computation 13, 2001).
   */
  public double explained() {
    double missed = 0;
    double all = 0;
    double n = values.length;
    for (int i = 0; i < values.length; i++) {
      double miss = weights[i] / inverse[i][i];
      missed += miss * miss;
      double alone = values[i] * n / (n - 1); // distance from the mean of the others
      all += alone * alone;
    }
    return 1 - missed / all;
  }
}
