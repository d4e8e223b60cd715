package dev.headroom.prove.verdict;

import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.Step;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Verdict on a run.
 *
 * @param level whose pass rules sign off
 * @param steps all seven, in order
 */
public record RunVerdict(Level level, List<StepVerdict> steps) {
  public RunVerdict {
    steps = List.copyOf(steps);
  }

  /** Whether every step has passed at the level that counts. */
  public boolean isClean() {
    return steps.stream().allMatch(step -> step.at(level) == Verdict.PASS);
  }

  /** The verdict on one step. */
  public StepVerdict of(Step step) {
    return steps.stream().filter(each -> each.step() == step).findFirst().orElseThrow();
  }

  /** {@code signed off clean} or {@code not signed off}. */
  public String outcome() {
    return isClean() ? "signed off clean" : "not signed off";
  }

  /** Verdicts of all steps at both levels, as evidence keeps them. */
  public SortedMap<String, String> words() {
    SortedMap<String, String> words = new TreeMap<>();
    for (StepVerdict step : steps) {
      for (Level each : Level.values()) {
        words.put(step.step().word() + " " + each.word(), step.at(each).word());
      }
    }
    return words;
  }
}
