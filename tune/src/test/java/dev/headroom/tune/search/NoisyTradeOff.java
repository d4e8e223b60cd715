package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Noisy problem with two objectives over five numbers and a choice, with a constraint that binds on
 * a part of the front: ZDT1 (Zitzler, Deb, Thiele, Evolutionary Computation 8(2), 2000) with a
 * penalty for the wrong words.
 */
final class NoisyTradeOff {
  static final Objective TIME = Objective.less("time");
  static final Objective QUEUE = Objective.less("queue");

  private static final double WORST = 3;

  private NoisyTradeOff() {}

  static PlantedProblem problem() {
    Space space =
        new Space(
            List.of(
                PlantedProblem.number("a"),
                PlantedProblem.number("b"),
                PlantedProblem.number("c"),
                PlantedProblem.number("d"),
                PlantedProblem.number("e"),
                PlantedProblem.choice("w", "x", "y", "z")));
    return new PlantedProblem(space, NoisyTradeOff::exact, 0.2, 0.05);
  }

  private static RunAnswer.Measured exact(PlantedProblem.Point point) {
    double first = point.number("a");
    double rest =
        1
            + 2.25
                * (Math.abs(point.number("b") - 0.3)
                    + Math.abs(point.number("c") - 0.6)
                    + Math.abs(point.number("d") - 0.1)
                    + Math.abs(point.number("e") - 0.8))
            + (point.word("w").equals("y") ? 0 : 0.4);
    double second = rest * (1 - Math.sqrt(first / rest));
    double violation = Math.max(0, 0.2 - Math.abs(first - 0.5));
    return new RunAnswer.Measured(
        Map.of("time", first, "queue", second), Map.of("drops", 100 * violation));
  }

  /** Whether the constraint holds. */
  static boolean holds(RunAnswer.Measured answer) {
    return answer.violations().values().stream().allMatch(amount -> amount == 0);
  }

  /** Both figures. */
  static double[] figures(RunAnswer.Measured answer) {
    return new double[] {
      answer.figures().getOrDefault("time", Double.NaN),
      answer.figures().getOrDefault("queue", Double.NaN)
    };
  }

  /** Hypervolume below the point (3, 3) that some candidates dominate, by their exact figures. */
  static double hypervolume(PlantedProblem problem, List<Candidate> candidates) {
    List<double[]> points = new ArrayList<>();
    for (Candidate candidate : candidates) {
      RunAnswer.Measured exact = problem.exact(candidate);
      if (holds(exact)) {
        points.add(figures(exact));
      }
    }
    points.sort(Comparator.comparingDouble((double[] point) -> point[0]));
    double volume = 0;
    double height = WORST;
    for (double[] point : points) {
      if (point[1] < height) {
        volume += (WORST - point[0]) * (height - point[1]);
        height = point[1];
      }
    }
    return volume;
  }

  /**
   * The hypervolume of the optimum: all values of the first number, with the best of the others.
   */
  static double optimum(PlantedProblem problem) {
    List<Candidate> best = new ArrayList<>();
    for (int a = 0; a < PlantedProblem.STEPS; a++) {
      best.add(problem.space().candidate(new int[] {a, 6, 12, 2, 16, 1}));
    }
    return hypervolume(problem, best);
  }
}
