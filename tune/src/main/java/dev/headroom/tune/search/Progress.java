package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.List;

/**
 * Progress between two states of a search: whether the new front is better than the old one by more
 * than a small share of its range. The measure is the additive epsilon indicator (Zitzler, Thiele,
 * Laumanns, Fonseca, Grunert da Fonseca, IEEE Transactions on Evolutionary Computation 7(2), 2003):
 * the least amount by which the old front would have to move to cover the new one. Both fronts have
 * the latest estimates.
 */
final class Progress {
  private static final double LEAST_SHARE = 0.02;

  private Progress() {}

  static boolean between(Ranking before, Ranking now, SearchSettings settings) {
    List<Candidate> old = before.front();
    List<Candidate> fresh = now.front();
    if (fresh.isEmpty()) {
      // nothing feasible yet: a smaller violation is progress
      return least(now) < least(before);
    }
    if (old.isEmpty()) {
      return true;
    }
    int objectives = settings.objectives().size();
    double[] scale = new double[objectives];
    for (int i = 0; i < objectives; i++) {
      int objective = i;
      double[] costs =
          fresh.stream().mapToDouble(each -> now.costs(each)[objective]).sorted().toArray();
      double range = costs[costs.length - 1] - costs[0];
      scale[i] =
          Math.max(
              Math.max(range, settings.negligible() * Math.abs(costs[0]) / LEAST_SHARE),
              Double.MIN_NORMAL);
    }
    double epsilon = 0;
    for (Candidate each : fresh) {
      double[] costs = now.costs(each);
      double nearest = Double.POSITIVE_INFINITY;
      for (Candidate other : old) {
        double[] from = now.costs(other);
        double worst = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < objectives; i++) {
          worst = Math.max(worst, (from[i] - costs[i]) / scale[i]);
        }
        nearest = Math.min(nearest, worst);
      }
      epsilon = Math.max(epsilon, nearest);
    }
    return epsilon > LEAST_SHARE;
  }

  private static double least(Ranking ranking) {
    return ranking.candidates().stream()
        .mapToDouble(ranking::violation)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
