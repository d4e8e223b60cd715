package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.trial;

import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Trials that measure a claim. The text of the claim and its criteria stand in a file of its
 * article.
 *
 * @param id of the claim
 * @param counted from which its verdict follows
 * @param comparisons what is measured to compare with
 */
record ClaimTrials(String id, List<Claim.Trial> counted, List<Claim.Trial> comparisons) {
  ClaimTrials {
    counted = List.copyOf(counted);
    comparisons = List.copyOf(comparisons);
  }

  static ClaimTrials trials(String id, Claim.Trial... counted) {
    return new ClaimTrials(id, List.of(counted), List.of());
  }

  /** By one formula that depends on nothing, and commands that print what it gives. */
  static ClaimTrials trials(String id, DoubleSupplier formula, String... commands) {
    return trials(id, trial("", formula, commands));
  }

  /** The same, with what others have of it. */
  ClaimTrials comparisons(Claim.Trial... others) {
    return new ClaimTrials(id, counted, List.of(others));
  }
}
