package dev.headroom.audit;

import java.util.List;

/**
 * Outcome of a rule: its findings, passes and missing inputs.
 *
 * @param findings what it found
 * @param passed how many subjects it looked at and found right
 * @param notChecked where an input was absent
 * @param notApplicable where the rule has nothing to look at, and that is known
 * @param passedBy the numbers by which something passed, where they are worth reading
 */
public record RuleOutcome(
    RuleInfo ruleInfo,
    List<Finding> findings,
    int passed,
    List<MissingInput> notChecked,
    List<MissingInput> notApplicable,
    List<Numbers> passedBy) {
  /** Keeps copies. */
  public RuleOutcome {
    findings = List.copyOf(findings);
    notChecked = List.copyOf(notChecked);
    notApplicable = List.copyOf(notApplicable);
    passedBy = List.copyOf(passedBy);
  }

  /** One that passed nothing by numbers. */
  public RuleOutcome(
      RuleInfo ruleInfo,
      List<Finding> findings,
      int passed,
      List<MissingInput> notChecked,
      List<MissingInput> notHere) {
    this(ruleInfo, findings, passed, notChecked, notHere, List.of());
  }

  /** Whether it checked all its subjects and found no fault. */
  public boolean isPass() {
    return passed > 0 && findings.isEmpty() && notChecked.isEmpty();
  }

  /** Whether it found no fault, and an input was missing for a part. */
  public boolean isPassInPart() {
    return passed > 0 && findings.isEmpty() && !notChecked.isEmpty();
  }

  /** Whether it checked nothing, because an input was missing. */
  public boolean isUnchecked() {
    return passed == 0 && findings.isEmpty() && !notChecked.isEmpty();
  }

  /**
   * Something that was not there.
   *
   * @param host of which host or switch; empty for the whole cluster
   * @param input the input that would be needed, or why the rule does not apply
   */
  public record MissingInput(String host, String input) {}

  /**
   * By what something passed.
   *
   * @param host of which host or switch
   * @param text in one sentence
   */
  public record Numbers(String host, String text) {}
}
