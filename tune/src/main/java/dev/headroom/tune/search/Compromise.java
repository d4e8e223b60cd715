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
 * with best and worst over the candidates that count. A range below the negligible change counts as
 * that change.
 *
 * <p>What counts is the harmless part of the front: the candidates that are in no objective worse
 * than today's settings by more than {@link UnseenDifference#MOST_HARM}, since others are not
 * adopted. If it is empty, the whole front counts. Ranges over the whole front would let an extreme
 * that nobody would take decide how much a gain is worth.
 */
final class Compromise {
  private final SearchSettings settings;
  private final Ranking ranking;
  private final List<Candidate> front;
  private final List<Candidate> harmless;
  private final List<Candidate> counting;
  private final double[] best;
  private final double[] scale;

  Compromise(SearchSettings settings, Ranking ranking) {
    this.settings = settings;
    this.ranking = ranking;
    front = ranking.front();
    harmless = front.stream().filter(this::isHarmless).toList();
    counting = harmless.isEmpty() ? front : harmless;
    int objectives = settings.objectives().size();
    best = new double[objectives];
    scale = new double[objectives];
    for (int i = 0; i < objectives; i++) {
      int objective = i;
      best[i] = counting.stream().mapToDouble(each -> cost(each, objective)).min().orElse(0);
      double worst = counting.stream().mapToDouble(each -> cost(each, objective)).max().orElse(0);
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
    return counting.stream()
        .min(
            Comparator.comparingDouble(this::distance)
                .thenComparing(candidate -> !candidate.isToday())
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The safest gain: the harmless candidate whose least gain over today's settings is the greatest,
   * as a share of their values. Each gain is taken one standard error lower than it looks, so that
   * a candidate with a few lucky runs is none. Empty if there is one objective only, if none
   * matters, or if today's settings fail.
   */
  Optional<Candidate> safest() {
    boolean isFlat = settings.objectives().stream().allMatch(ranking::isFlat);
    if (settings.objectives().size() == 1 || isFlat || !ranking.isFeasible(Candidate.TODAY)) {
      return Optional.empty();
    }
    return harmless.stream()
        .filter(candidate -> !candidate.isToday())
        .min(
            Comparator.comparingDouble((Candidate candidate) -> -leastGain(candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  private double leastGain(Candidate candidate) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < best.length; i++) {
      double today = cost(Candidate.TODAY, i);
      if (ranking.isFlat(settings.objectives().get(i)) || today == 0) {
        continue;
      }
      double error =
          ranking
              .estimates()
              .get(i)
              .of(candidate)
              .map(ObjectiveEstimate::error)
              .orElse(Double.POSITIVE_INFINITY);
      least = Math.min(least, (today - cost(candidate, i) - error) / Math.abs(today));
    }
    return least;
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
      double part =
          settings.weights().get(i) * Math.max(0, cost(candidate, i) - best[i]) / scale[i];
      sum += part * part;
    }
    return Math.sqrt(sum);
  }

  private boolean isHarmless(Candidate candidate) {
    if (!ranking.isFeasible(Candidate.TODAY)) {
      return true;
    }
    for (int i = 0; i < settings.objectives().size(); i++) {
      double today = cost(Candidate.TODAY, i);
      if (cost(candidate, i) > today + UnseenDifference.MOST_HARM * Math.abs(today)) {
        return false;
      }
    }
    return true;
  }
}
