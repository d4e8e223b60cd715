package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.List;

/**
 * Confirmation of one finalist beside today's settings, under conditions that neither the search
 * nor the choice among the finalists has seen. Only it decides whether settings are adopted.
 *
 * @param candidate the finalist
 * @param today runs of today's settings
 * @param chosen runs of the finalist
 * @param differences from today's settings, one for each objective. The intervals of all objectives
 *     and of all looks hold together with the confidence of the search
 * @param most conditions that the budget allowed
 */
public record Confirmation(
    Candidate candidate,
    Evaluation today,
    Evaluation chosen,
    List<UnseenDifference> differences,
    int most) {
  /** Outcome of a confirmation. */
  public enum Outcome {
    /** Better in an objective, and in no other one worse by more than the bound. */
    BETTER,
    /** Better in one objective and worse in another one. */
    TRADE,
    /** Better in none, or it fails. */
    NO_BETTER,
    /** Better in an objective; that another one gets worse by more than the bound is open. */
    UNDECIDED
  }

  public Confirmation {
    differences = List.copyOf(differences);
  }

  /** Conditions of the comparison. */
  public int conditions() {
    return chosen.runs();
  }

  /** What the runs show. */
  public Outcome outcome() {
    if (!chosen.isFeasible() || differences.stream().noneMatch(UnseenDifference::isBetter)) {
      return Outcome.NO_BETTER;
    }
    if (differences.stream().allMatch(each -> each.isBetter() || each.isHarmless())) {
      return Outcome.BETTER;
    }
    return differences.stream().anyMatch(UnseenDifference::isWorse)
        ? Outcome.TRADE
        : Outcome.UNDECIDED;
  }

  /** Whether more runs would hardly change the outcome. */
  boolean isDecided() {
    return switch (outcome()) {
      case BETTER, TRADE -> true;
      case UNDECIDED -> false;
      case NO_BETTER ->
          !chosen.isFeasible() || differences.stream().noneMatch(UnseenDifference::mayBeBetter);
    };
  }
}
