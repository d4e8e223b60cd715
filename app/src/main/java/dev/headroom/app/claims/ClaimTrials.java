package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.when;

import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Trials that measure a claim. The text of the claim and its criteria stand in a file of its
 * article.
 *
 * @param id of the claim
 * @param counted from which its verdict follows
 * @param beside what is measured to compare with
 */
record ClaimTrials(String id, List<Claim.Trial> counted, List<Claim.Trial> beside) {
  ClaimTrials {
    counted = List.copyOf(counted);
    beside = List.copyOf(beside);
  }

  static ClaimTrials trials(String id, Claim.Trial... counted) {
    return new ClaimTrials(id, List.of(counted), List.of());
  }

  /** By one formula that depends on nothing, and commands that print what it gives. */
  static ClaimTrials trials(String id, DoubleSupplier formula, String... commands) {
    return trials(id, when("", formula, commands));
  }

  /** The same, with what others have of it. */
  ClaimTrials beside(Claim.Trial... others) {
    return new ClaimTrials(id, counted, List.of(others));
  }
}
