package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Compromise of a front: the candidate nearest to the ideal, at which each objective has its best
 * value (Zeleny, Compromise Programming, in: Multiple Criteria Decision Making, 1973):
 *
 * <pre>
 *   least  sqrt( sum [ w(i) (f(i) - best(i)) / (worst(i) - best(i)) ]^2 )
 * </pre>
 *
 * with best and worst on the front. A range below the negligible change counts as that change.
 * Candidates that are worse than today's settings in an objective, by more than the negligible
 * change and by more than a standard error, count only if all others are.
 */
final class Compromise {
  private final SearchSettings settings;
  private final Ranking ranking;
  private final List<Candidate> front;
  private final double[] best;
  private final double[] scale;

  Compromise(SearchSettings settings, Ranking ranking) {
    this.settings = settings;
    this.ranking = ranking;
    front = ranking.front();
    int objectives = settings.objectives().size();
    best = new double[objectives];
    scale = new double[objectives];
    for (int i = 0; i < objectives; i++) {
      int objective = i;
      best[i] = front.stream().mapToDouble(each -> cost(each, objective)).min().orElse(0);
      double worst = front.stream().mapToDouble(each -> cost(each, objective)).max().orElse(0);
      scale[i] = Math.max(worst - best[i], Math.max(negligible(best[i]), Double.MIN_NORMAL));
    }
  }

  private double cost(Candidate candidate, int objective) {
    return ranking.costs(candidate)[objective];
  }

  private double negligible(double level) {
    return settings.negligible() * Math.abs(level);
  }

  /** The compromise; empty if no candidate is feasible. */
  Optional<Candidate> find() {
    List<Candidate> harmless = front.stream().filter(this::isHarmless).toList();
    return (harmless.isEmpty() ? front : harmless)
        .stream()
            .min(
                Comparator.comparingDouble(this::distance)
                    .thenComparing(candidate -> !candidate.isToday())
                    .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The best in an objective; empty if no candidate is feasible. In an objective that is flat it is
   * the one that looks best.
   */
  Optional<Candidate> bestIn(int objective) {
    Estimates estimates = ranking.estimates().get(objective);
    return front.stream()
        .min(
            Comparator.comparingDouble((Candidate each) -> estimates.cost(each))
                .thenComparingDouble(this::distance)
                .thenComparing(Comparator.naturalOrder()));
  }

  private double distance(Candidate candidate) {
    double sum = 0;
    for (int i = 0; i < best.length; i++) {
      double part = settings.weights().get(i) * (cost(candidate, i) - best[i]) / scale[i];
      sum += part * part;
    }
    return Math.sqrt(sum);
  }

  private boolean isHarmless(Candidate candidate) {
    if (!ranking.isFeasible(Candidate.TODAY)) {
      return true;
    }
    for (int i = 0; i < best.length; i++) {
      double today = cost(Candidate.TODAY, i);
      double error =
          ranking.estimates().get(i).of(candidate).map(ObjectiveEstimate::error).orElse(0.0);
      double margin = Math.max(negligible(today), Double.isFinite(error) ? error : 0);
      if (cost(candidate, i) > today + margin) {
        return false;
      }
    }
    return true;
  }
}
