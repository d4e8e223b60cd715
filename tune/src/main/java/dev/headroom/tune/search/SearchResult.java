package dev.headroom.tune.search;

import java.util.List;
import java.util.Optional;

/**
 * Result of a search.
 *
 * @param verdict on today's settings
 * @param stop reason for the end
 * @param today today's settings under known conditions
 * @param todayUnseen today's settings under the unseen conditions of the finalists
 * @param candidates all that were run in full, in order, today's settings first
 * @param front candidates that no other one beats in all objectives, best first in the first
 *     objective; feasible ones only
 * @param finalists the compromise first, then the safest gain and the best in each objective; empty
 *     if no candidate is feasible
 * @param confirmation of the finalist that looks best; empty if all are today's settings or fail
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
    Optional<Confirmation> confirmation,
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

  /** The finalist to adopt: the one that was confirmed. Empty if the verdict is another one. */
  public Optional<Finalist> recommended() {
    return switch (verdict) {
      case ADOPT, REPAIR -> nominee();
      case TRADE, UNDECIDED, LEAVE_IT, NONE_FEASIBLE -> Optional.empty();
    };
  }

  /** The finalist that looked best, and that the confirmation is about. */
  public Optional<Finalist> nominee() {
    return finalists.stream()
        .filter(each ->
            confirmation
                .filter(of -> of.candidate().equals(each.candidate().candidate()))
                .isPresent())
        .findFirst();
  }

  /** The compromise of all objectives. */
  public Optional<Finalist> compromise() {
    return finalists.stream().filter(Finalist::compromise).findFirst();
  }
}
