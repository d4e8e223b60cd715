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

  /** Whether it looked at all that it is about, and all of that is right. */
  public boolean isPass() {
    return passed > 0 && findings.isEmpty() && notChecked.isEmpty();
  }

  /** Whether what it looked at is right, and an input was absent for the rest. */
  public boolean isPassInPart() {
    return passed > 0 && findings.isEmpty() && !notChecked.isEmpty();
  }

  /** Whether it looked at nothing, since an input was absent. */
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
