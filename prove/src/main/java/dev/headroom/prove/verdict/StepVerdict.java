package dev.headroom.prove.verdict;

import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.Step;
import java.util.List;

/**
 * Verdict on a step.
 *
 * @param findings all that keeps it from a pass, at either level
 * @param facts what was seen and is no reason, in sentences
 * @param targets links that were judged
 */
public record StepVerdict(
    Step step, List<Finding> findings, List<String> facts, List<String> targets) {
  public StepVerdict {
    findings = List.copyOf(findings);
    facts = List.copyOf(facts);
    targets = List.copyOf(targets);
  }

  /** At a level. */
  public Verdict at(Level level) {
    return of(findings, level);
  }

  /** On one link at a level; what holds for the run as a whole holds for every link. */
  public Verdict at(Level level, String target) {
    return of(
        findings.stream()
            .filter(each -> each.target().isEmpty() || each.target().equals(target))
            .toList(),
        level);
  }

  private static Verdict of(List<Finding> findings, Level level) {
    return findings.stream()
        .filter(each -> each.levels().contains(level))
        .map(Finding::verdict)
        .reduce(Verdict.PASS, Verdict::and);
  }
}
