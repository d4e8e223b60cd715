package dev.headroom.audit;

import java.util.List;

/**
 * What became of a rule.
 *
 * @param findings what it found
 * @param passed how many subjects it looked at and found right
 * @param notChecked where an input was absent
 * @param notHere where the rule has nothing to look at, and that is known
 */
public record Outcome(
    Card card,
    List<Finding> findings,
    int passed,
    List<Absence> notChecked,
    List<Absence> notHere) {
  /** Keeps copies. */
  public Outcome {
    findings = List.copyOf(findings);
    notChecked = List.copyOf(notChecked);
    notHere = List.copyOf(notHere);
  }

  /**
   * Something that was not there.
   *
   * @param host of which host or switch; empty for the whole cluster
   * @param what the input that would be needed, or why the rule does not apply
   */
  public record Absence(String host, String what) {}
}
