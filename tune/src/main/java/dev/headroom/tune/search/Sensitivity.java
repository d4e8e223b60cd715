package dev.headroom.tune.search;

import dev.headroom.tune.numeric.GaussianProcess;
import dev.headroom.tune.space.Dimension;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hipparchus.random.SobolSequenceGenerator;

/**
 * Main and total effects of the knobs on an objective, by variance (Sobol indices).
 *
 * <p>Candidates of a search are not spread evenly, so that a surrogate is fitted to them first: a
 * {@link GaussianProcess}. Indices are those of the surrogate for settings that are spread evenly
 * over the space, by the estimators of Jansen (Computer Physics Communications 117, 1999; Saltelli
 * et al., Computer Physics Communications 181, 2010) from N pairs of points A and B:
 *
 * <pre>
 *   main(i)  = 1 - sum [f(B) - f(A_B(i))]^2 / (2 N V)
 *   total(i) =     sum [f(A) - f(A_B(i))]^2 / (2 N V)
 * </pre>
 *
 * with A_B(i) the point A with coordinate i of B, and V the variance of f.
 *
 * <p>The uncertainty is that of the fit: the standard error by a jackknife in 10 groups of
 * candidates (Tukey; Efron, Stein, Annals of Statistics 9(3), 1981), error^2 = (g - 1)/g sum (S(-j)
 * - S)^2.
 */
final class Sensitivity {
  private static final int PAIRS = 256;
  private static final int GROUPS = 10;
  private static final int LEAST_POINTS = 12;
  private static final int CURVE_POINTS = 9;

  /** The surrogate must predict so much of the variance for candidates that it has not seen. */
  private static final double LEAST_EXPLAINED = 0.2;

  /** More points would make the fit slow: its time grows with the third power. */
  private static final int MOST_POINTS = 250;

  private final Space space;
  private final double[][] first = new double[PAIRS][];
  private final double[][] second = new double[PAIRS][];

  Sensitivity(Space space) {
    this.space = space;
    SobolSequenceGenerator sequence = new SobolSequenceGenerator(2 * space.size());
    sequence.nextVector();
    for (int i = 0; i < PAIRS; i++) {
      double[] both = sequence.nextVector();
      first[i] = cell(both, 0);
      second[i] = cell(both, space.size());
    }
  }

  /** The middle of the cell that a point falls into. */
  private double[] cell(double[] unit, int from) {
    double[] part = new double[space.size()];
    System.arraycopy(unit, from, part, 0, part.length);
    return space.unit(space.codes(part));
  }

  /** A candidate's point and the estimate of the objective there. */
  record Sample(int[] codes, double value) {}

  private record Indices(double[] main, double[] total) {}

  /**
   * The effects on an objective.
   *
   * @param samples candidates with a figure; the first ones if they are very many
   * @param flat whether the objective is noise only
   */
  ObjectiveEffects of(Objective objective, List<Sample> samples, boolean flat) {
    if (flat) {
      return new ObjectiveEffects(objective, ObjectiveEffects.Kind.FLAT, 0, List.of());
    }
    List<Sample> used = samples.subList(0, Math.min(MOST_POINTS, samples.size()));
    if (used.size() < LEAST_POINTS) {
      return new ObjectiveEffects(objective, ObjectiveEffects.Kind.UNKNOWN, 0, List.of());
    }
    double[][] points =
        used.stream().map(sample -> space.unit(sample.codes())).toArray(double[][]::new);
    double[] values = used.stream().mapToDouble(Sample::value).toArray();
    boolean[] ordered = new boolean[space.size()];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = space.dimensions().get(i).ordered();
    }
    GaussianProcess process = GaussianProcess.fit(points, values, ordered);
    double explained = process.explained();
    if (explained < LEAST_EXPLAINED) {
      return new ObjectiveEffects(objective, ObjectiveEffects.Kind.UNKNOWN, explained, List.of());
    }
    return new ObjectiveEffects(
        objective, ObjectiveEffects.Kind.KNOWN, explained, knobs(process, points.length));
  }

  private List<KnobEffect> knobs(GaussianProcess process, int points) {
    Indices all = indices(process::predict);
    List<Indices> without = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      int left = group;
      int[] some = IntStream.range(0, points).filter(i -> i % GROUPS != left).toArray();
      without.add(indices(process.refit(some)::predict));
    }
    List<KnobEffect> effects = new ArrayList<>();
    for (int i = 0; i < space.size(); i++) {
      int knob = i;
      effects.add(
          new KnobEffect(
              space.dimensions().get(i).knob(),
              share(all.main()[i], without.stream().mapToDouble(each -> each.main()[knob])),
              share(all.total()[i], without.stream().mapToDouble(each -> each.total()[knob])),
              curve(process, i)));
    }
    return effects;
  }

  private static KnobEffect.Share share(double value, DoubleStream without) {
    double squares = without.map(each -> (each - value) * (each - value)).sum();
    return new KnobEffect.Share(
        Math.clamp(value, 0.0, 1.0), Math.sqrt(squares * (GROUPS - 1) / GROUPS));
  }

  private Indices indices(ToDoubleFunction<double[]> function) {
    double[] ofFirst = new double[PAIRS];
    double[] ofSecond = new double[PAIRS];
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < PAIRS; i++) {
      ofFirst[i] = function.applyAsDouble(first[i]);
      ofSecond[i] = function.applyAsDouble(second[i]);
      sum += ofFirst[i] + ofSecond[i];
    }
    double mean = sum / (2 * PAIRS);
    for (int i = 0; i < PAIRS; i++) {
      squares += (ofFirst[i] - mean) * (ofFirst[i] - mean);
      squares += (ofSecond[i] - mean) * (ofSecond[i] - mean);
    }
    double variance = Math.max(squares / (2 * PAIRS), Double.MIN_NORMAL);
    double[] main = new double[space.size()];
    double[] total = new double[space.size()];
    for (int knob = 0; knob < space.size(); knob++) {
      double ofMain = 0;
      double ofTotal = 0;
      for (int i = 0; i < PAIRS; i++) {
        double[] mixed = first[i].clone();
        mixed[knob] = second[i][knob];
        double value = function.applyAsDouble(mixed);
        ofMain += (ofSecond[i] - value) * (ofSecond[i] - value);
        ofTotal += (ofFirst[i] - value) * (ofFirst[i] - value);
      }
      main[knob] = 1 - ofMain / (2 * PAIRS * variance);
      total[knob] = ofTotal / (2 * PAIRS * variance);
    }
    return new Indices(main, total);
  }

  /** Mean of the surrogate at some values of a knob. */
  private List<KnobEffect.Point> curve(GaussianProcess process, int knob) {
    Dimension dimension = space.dimensions().get(knob);
    int points = dimension.ordered() ? Math.min(CURVE_POINTS, dimension.size()) : dimension.size();
    List<KnobEffect.Point> curve = new ArrayList<>();
    for (int k = 0; k < points; k++) {
      int code = points == 1 ? 0 : k * (dimension.size() - 1) / (points - 1);
      double at = (code + 0.5) / dimension.size();
      double sum = 0;
      for (double[] each : first) {
        double[] point = each.clone();
        point[knob] = at;
        sum += process.predict(point);
      }
      curve.add(new KnobEffect.Point(dimension.values().get(code), sum / PAIRS));
    }
    return curve;
  }
}
