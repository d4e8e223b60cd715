package dev.headroom.audit.fix;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Fix for a finding.
 *
 * @param steps in order; empty where there is nothing to do or no command may be given
 * @param unavailableReason why there is no command, if one was meant; empty otherwise
 */
public record Fix(List<FixStep> steps, String unavailableReason) {
  public static final Fix NONE = new Fix(List.of(), "");

  /** Keeps a copy. */
  public Fix {
    steps = List.copyOf(steps);
  }

  public static Fix of(FixStep... steps) {
    return new Fix(List.of(steps), "");
  }

  /** Only words. */
  public static Fix advice(String sentence) {
    return of(ManualStep.of(sentence));
  }

  /** A fix that cannot be offered. */
  public static Fix unavailableReason(String why) {
    return new Fix(List.of(), why);
  }

  /** The fix that is made, or none if a value in it must not stand in a command. */
  public static Fix ofSafeValues(Supplier<Fix> fix) {
    try {
      return fix.get();
    } catch (UnsafeValueException e) {
      return unavailableReason("no command is given because " + e.getMessage());
    }
  }

  /** Equal for fixes that set the same to the same value, each of another part. */
  public Object shape() {
    return List.of(unavailableReason, steps.stream().map(FixStep::shape).toList());
  }

  public boolean needsRoot() {
    return steps.stream().anyMatch(FixStep::needsRoot);
  }

  /** The worst of its steps. */
  public Disruption disruption() {
    return steps.stream()
        .map(FixStep::disruption)
        .max(Comparator.naturalOrder())
        .orElse(Disruption.NONE);
  }

  /** What its steps take from the host's security, each once. */
  public List<String> securityCosts() {
    return steps.stream().map(FixStep::securityCost).filter(s -> !s.isEmpty()).distinct().toList();
  }
}
