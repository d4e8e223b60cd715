package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Race between candidates: one that may still matter gets more runs, one that is surely worse than
 * another gets none. All run under the same conditions in the same order, so that they are compared
 * pair by pair.
 *
 * <p>It is a race as in F-Race (Birattari, Stützle, Paquete, Varrentrapp, GECCO 2002), which drops
 * a candidate as soon as a test finds it worse. The test here is a paired t test whose spread is
 * shrunk (see {@link Estimates}), so that it works from the first pair on. Candidates that no other
 * one dominates come first, then those that only these dominate, and so on; of each rank those with
 * the fewest runs.
 */
final class Race {
  private static final int LEAST_FREEDOM = 3;

  /** Between generations, an error of this share of the scale of an objective is small enough. */
  private static final double SMALL_ERROR = 0.2;

  private final SearchSettings settings;
  private final RunTable table;

  Race(SearchSettings settings, RunTable table) {
    this.settings = settings;
    this.table = table;
  }

  /**
   * Gives runs to candidates that may still matter.
   *
   * @param runs at most so many
   * @param ranks candidates of so many ranks take part
   * @param atOnce runs of a round; after each round all are ranked anew
   */
  void run(int runs, int ranks, int atOnce, Set<Objective> flat) {
    run(runs, ranks, atOnce, flat, true);
  }

  /** The last race, between candidates that no other one dominates. */
  void finish(int runs, int atOnce, Set<Objective> flat) {
    run(runs, 1, atOnce, flat, false);
  }

  private void run(int runs, int ranks, int atOnce, Set<Objective> flat, boolean rough) {
    int left = runs;
    while (left > 0) {
      Ranking ranking = new Ranking(settings, table, flat);
      List<RunRequest> round =
          isExact(ranking) ? List.of() : requests(ranking, ranks, Math.min(left, atOnce), rough);
      if (round.isEmpty()) {
        return;
      }
      table.run(round);
      left -= round.size();
    }
  }

  /** Whether runs under all conditions differ by the same amounts, so that more say nothing new. */
  static boolean isExact(Ranking ranking) {
    return ranking.estimates().stream()
        .allMatch(each -> each.freedom() >= LEAST_FREEDOM && each.variance() == 0);
  }

  private List<RunRequest> requests(Ranking ranking, int ranks, int most, boolean rough) {
    List<Candidate> feasible = ranking.candidates().stream().filter(ranking::isFeasible).toList();
    List<List<Candidate>> layers = ranking.layers(feasible);
    List<Candidate> front = layers.isEmpty() ? List.of() : layers.getFirst();
    double[] scales = scales(ranking, feasible);
    List<RunRequest> requests = new ArrayList<>();
    for (List<Candidate> layer : layers.subList(0, Math.min(ranks, layers.size()))) {
      layer.stream()
          .sorted(
              Comparator.comparingInt((Candidate each) -> ranking.evaluation(each).runs())
                  .thenComparing(Comparator.naturalOrder()))
          .filter(each -> !rough || !isRoughlyKnown(each, ranking, scales))
          .filter(each -> !ranking.isSurelyDominated(each, front))
          .map(this::next)
          .flatMap(Optional::stream)
          .forEach(requests::add);
    }
    return requests.subList(0, Math.min(most, requests.size()));
  }

  /** From the best to the median candidate, by objective. */
  private static double[] scales(Ranking ranking, List<Candidate> feasible) {
    return ranking.estimates().stream()
        .mapToDouble(each -> {
          double[] costs = feasible.stream().mapToDouble(each::cost).sorted().toArray();
          return costs.length == 0 ? 0 : costs[costs.length / 2] - costs[0];
        })
        .toArray();
  }

  private static boolean isRoughlyKnown(Candidate candidate, Ranking ranking, double[] scales) {
    for (int i = 0; i < scales.length; i++) {
      Estimates of = ranking.estimates().get(i);
      double error =
          of.of(candidate).map(ObjectiveEstimate::error).orElse(Double.POSITIVE_INFINITY);
      if (!ranking.isFlat(of.objective()) && !(error <= SMALL_ERROR * scales[i])) {
        return false;
      }
    }
    return true;
  }

  /** The next run of a candidate; empty if it had all. */
  private Optional<RunRequest> next(Candidate candidate) {
    return settings.known().stream()
        .map(condition -> new RunRequest(candidate, condition, Fidelity.FULL))
        .filter(request -> table.find(request).isEmpty())
        .findFirst();
  }
}
