package dev.headroom.tune.search;

import java.util.List;
import java.util.Optional;

/**
 * Candidate that was run beside today's settings under conditions that the search has not seen. Of
 * the finalists the one that looks best is confirmed under further conditions ({@link
 * Confirmation}).
 *
 * @param candidate the candidate with its known runs
 * @param bestOf objectives that it is the best of the front in
 * @param compromise whether it is the compromise of all objectives. One that is neither this nor
 *     the best in an objective is the safest gain
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

  /** Whether its means gain in an objective, and lose no more than the bound in the others. */
  boolean isPromising() {
    return greatestGain() > SearchSettings.NEGLIGIBLE
        && differences.stream().allMatch(each -> each.gain() >= -UnseenDifference.MOST_HARM);
  }

  /** Number of objectives that it is better in, beyond noise. */
  long betterIn() {
    return differences.stream().filter(UnseenDifference::isBetter).count();
  }

  /** Sum of the changes to the better, as shares of today's values. */
  double gain() {
    return differences.stream().mapToDouble(UnseenDifference::gain).sum();
  }

  /** The greatest of them. */
  double greatestGain() {
    return differences.stream().mapToDouble(UnseenDifference::gain).max().orElse(0);
  }

  /** The difference in an objective; empty if a run failed. */
  public Optional<UnseenDifference> difference(Objective objective) {
    return differences.stream().filter(each -> each.objective().equals(objective)).findFirst();
  }
}
