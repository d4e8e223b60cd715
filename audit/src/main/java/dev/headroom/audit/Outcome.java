package dev.headroom.audit;

import java.util.List;

/**
 * Outcome of a rule: its findings, passes and missing inputs.
 *
 * @param findings what it found
 * @param passed how many subjects it looked at and found right
 * @param notChecked where an input was absent
 * @param notHere where the rule has nothing to look at, and that is known
 * @param told the numbers by which something passed, where they are worth reading
 */
public record Outcome(
    Card card,
    List<Finding> findings,
    int passed,
    List<Absence> notChecked,
    List<Absence> notHere,
    List<Numbers> told) {
  /** Keeps copies. */
  public Outcome {
    findings = List.copyOf(findings);
    notChecked = List.copyOf(notChecked);
    notHere = List.copyOf(notHere);
    told = List.copyOf(told);
  }

  /** One that passed nothing by numbers. */
  public Outcome(
      Card card,
      List<Finding> findings,
      int passed,
      List<Absence> notChecked,
      List<Absence> notHere) {
    this(card, findings, passed, notChecked, notHere, List.of());
  }

  /**
   * Something that was not there.
   *
   * @param host of which host or switch; empty for the whole cluster
   * @param what the input that would be needed, or why the rule does not apply
   */
  public record Absence(String host, String what) {}

  /**
   * By what something passed.
   *
   * @param host of which host or switch
   * @param text in one sentence
   */
  public record Numbers(String host, String text) {}
}
