package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.FDistribution;

/**
 * Test whether the settings change an objective at all.
 *
 * <p>It is the F test of a one-way layout with fixed candidates (Box, Hunter, Hunter: Statistics
 * for Experimenters, chapter 4): the variance between candidates, over the variance of the noise
 * after the conditions' effects,
 *
 * <pre>
 *   F = [sum n(c) (m(c) - m)^2 / (C - 1)] / s0^2,   m = sum n(c) m(c) / sum n(c)
 * </pre>
 *
 * An objective is flat if the test finds no effect, or if all candidates lie within the negligible
 * change.
 */
final class Flatness {
  private final double chance;
  private final double spread;
  private final double level;

  private Flatness(double chance, double spread, double level) {
    this.chance = chance;
    this.spread = spread;
    this.level = level;
  }

  /** Of candidates with figures; needs two of them. */
  static Flatness of(Estimates estimates, List<Candidate> candidates) {
    List<Candidate> known = candidates.stream().filter(each -> estimates.runs(each) > 0).toList();
    double[] values =
        known.stream()
            .mapToDouble(each -> estimates.of(each).orElseThrow().value())
            .sorted()
            .toArray();
    if (values.length < 2) {
      return new Flatness(0, Double.POSITIVE_INFINITY, 1);
    }
    double weight = 0;
    double sum = 0;
    for (Candidate each : known) {
      weight += estimates.runs(each);
      sum += estimates.runs(each) * estimates.of(each).orElseThrow().value();
    }
    double mean = sum / weight;
    double squares = 0;
    for (Candidate each : known) {
      double rest = estimates.of(each).orElseThrow().value() - mean;
      squares += estimates.runs(each) * rest * rest;
    }
    double between = squares / (values.length - 1);
    double chance;
    if (estimates.freedom() == 0) {
      chance = 0; // without a spread there is no test
    } else if (estimates.variance() == 0) {
      chance = between > 0 ? 0 : 1;
    } else {
      chance =
          1
              - new FDistribution(values.length - 1, estimates.freedom())
                  .cumulativeProbability(between / estimates.variance());
    }
    return new Flatness(chance, values[values.length - 1] - values[0], Math.abs(mean(values)));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  /** Chance of differences as large as these if no setting changes the objective. */
  double chance() {
    return chance;
  }

  /** Whether the objective is noise only, or changes by a negligible share. */
  boolean isFlat(double confidence, double negligible) {
    return chance > 1 - confidence || spread <= negligible * level;
  }
}
