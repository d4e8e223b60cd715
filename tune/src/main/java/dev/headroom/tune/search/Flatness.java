package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.hipparchus.distribution.continuous.FDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.correlation.SpearmansCorrelation;

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
 * With one or two runs of each of many candidates this test finds large effects only. So the costs
 * are also correlated with the codes of each knob: with r over C candidates, r sqrt((C - 2) / (1 -
 * r^2)) follows Student's t if the knob has no effect (ranks instead of values, as in Spearman's
 * correlation). The level of this test is shared by all knobs (Bonferroni).
 *
 * <p>An objective is flat if neither test finds an effect, or if all candidates lie within the
 * negligible change.
 */
final class Flatness {
  /** Candidates below which a trend says nothing. */
  private static final int FEWEST_FOR_TREND = 10;

  private final double chance;
  private final double trendChance;
  private final double spread;
  private final double level;

  private Flatness(double chance, double trendChance, double spread, double level) {
    this.chance = chance;
    this.trendChance = trendChance;
    this.spread = spread;
    this.level = level;
  }

  /** Of candidates with figures; needs two of them. */
  static Flatness of(Space space, Estimates estimates, List<Candidate> candidates) {
    List<Candidate> known = candidates.stream().filter(each -> estimates.runs(each) > 0).toList();
    double[] values =
        known.stream()
            .mapToDouble(each -> estimates.of(each).orElseThrow().value())
            .sorted()
            .toArray();
    if (values.length < 2) {
      return new Flatness(0, 0, Double.POSITIVE_INFINITY, 1);
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
    return new Flatness(
        chance,
        trendChance(space, estimates, known),
        values[values.length - 1] - values[0],
        Math.abs(mean(values)));
  }

  /** Chance of the strongest of the knobs' trends, for all knobs together. */
  private static double trendChance(Space space, Estimates estimates, List<Candidate> candidates) {
    List<int[]> codes = new ArrayList<>();
    List<Double> costs = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Optional<int[]> point = space.codes(candidate);
      if (point.isPresent()) {
        codes.add(point.get());
        costs.add(estimates.of(candidate).orElseThrow().value());
      }
    }
    int count = codes.size();
    if (count < FEWEST_FOR_TREND) {
      return 1;
    }
    double[] y = costs.stream().mapToDouble(Double::doubleValue).toArray();
    double least = 1;
    for (int knob = 0; knob < space.size(); knob++) {
      int at = knob;
      double[] x = codes.stream().mapToDouble(each -> each[at]).toArray();
      double r = new SpearmansCorrelation().correlation(x, y);
      if (!Double.isNaN(r)) {
        double t = Math.abs(r) * Math.sqrt((count - 2) / Math.max(1e-12, 1 - r * r));
        least = Math.min(least, 2 * (1 - new TDistribution(count - 2).cumulativeProbability(t)));
      }
    }
    return Math.min(1, least * space.size());
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
    return (chance > 1 - confidence && trendChance > 1 - confidence)
        || spread <= negligible * level;
  }
}
