package dev.headroom.tune.search;

import java.util.List;
import java.util.Optional;

/**
 * Candidate that was compared with today's settings under conditions that the search has not seen.
 * The comparison is free of the bias of a winner, whose known runs were its lucky ones.
 *
 * @param candidate the candidate with its known runs
 * @param bestOf objectives that it is the best of the front in
 * @param compromise whether it is the compromise of all objectives
 * @param unseen its runs under unseen conditions
 * @param differences from today's settings, one for each objective, over all unseen conditions
 * @param byVariant the same for each variant of the unseen conditions, where there are several
 */
public record Finalist(
    RankedCandidate candidate,
    List<Objective> bestOf,
    boolean compromise,
    Evaluation unseen,
    List<UnseenDifference> differences,
    List<UnseenDifference> byVariant) {
  public Finalist {
    bestOf = List.copyOf(bestOf);
    differences = List.copyOf(differences);
    byVariant = List.copyOf(byVariant);
  }

  /** Whether it satisfies all constraints, and is better than today's settings in an objective. */
  public boolean isBetter() {
    return unseen.isFeasible() && differences.stream().anyMatch(UnseenDifference::isBetter);
  }

  /** Whether it is better in an objective and worse in none. */
  public boolean isImprovement() {
    return isBetter() && differences.stream().noneMatch(UnseenDifference::isWorse);
  }

  /** The difference in an objective; empty if a run failed. */
  public Optional<UnseenDifference> difference(Objective objective) {
    return differences.stream().filter(each -> each.objective().equals(objective)).findFirst();
  }
}
