package dev.headroom.tune.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Result of a search.
 *
 * @param verdict on today's settings
 * @param stop reason for the end
 * @param today today's settings under known conditions
 * @param todayUnseen today's settings under unseen conditions
 * @param candidates all that were run in full, in order, today's settings first
 * @param front candidates that no other one beats in all objectives, best first in the first
 *     objective; feasible ones only
 * @param finalists the compromise first, then the best in each objective; empty if no candidate is
 *     feasible
 * @param flat objectives that no knob changes by more than noise
 * @param bands of values that serve as well as the compromise
 * @param effects of the knobs, for each objective
 * @param runs full runs, or their worth in cheaper ones
 */
public record SearchResult(
    Verdict verdict,
    StopReason stop,
    RankedCandidate today,
    Evaluation todayUnseen,
    List<RankedCandidate> candidates,
    List<RankedCandidate> front,
    List<Finalist> finalists,
    List<Objective> flat,
    List<KnobBand> bands,
    List<ObjectiveEffects> effects,
    double runs) {
  public SearchResult {
    candidates = List.copyOf(candidates);
    front = List.copyOf(front);
    finalists = List.copyOf(finalists);
    flat = List.copyOf(flat);
    bands = List.copyOf(bands);
    effects = List.copyOf(effects);
  }

  /**
   * The finalist to adopt: one that is better than today's settings in an objective and worse in
   * none. Of several it is the one that is better in most objectives, then the one that gains most,
   * as the sum of the shares of today's values. If today's settings violate a constraint it is the
   * compromise. Empty if the verdict is another one.
   */
  public Optional<Finalist> recommended() {
    return switch (verdict) {
      case ADOPT ->
          finalists.stream()
              .filter(Finalist::isImprovement)
              .max(
                  Comparator.comparingLong(SearchResult::betterIn)
                      .thenComparingDouble(SearchResult::gain));
      case REPAIR -> compromise();
      case TRADE, LEAVE_IT, NONE_FEASIBLE -> Optional.empty();
    };
  }

  private static long betterIn(Finalist finalist) {
    return finalist.differences().stream().filter(UnseenDifference::isBetter).count();
  }

  private static double gain(Finalist finalist) {
    return finalist.differences().stream()
        .filter(each -> each.today() != 0)
        .mapToDouble(
            each -> -each.objective().cost(each.mean() - each.today()) / Math.abs(each.today()))
        .sum();
  }

  /** The compromise of all objectives. */
  public Optional<Finalist> compromise() {
    return finalists.stream().filter(Finalist::compromise).findFirst();
  }
}
