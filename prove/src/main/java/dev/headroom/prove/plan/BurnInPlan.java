package dev.headroom.prove.plan;

import java.util.List;
import java.util.Optional;

/**
 * Plan of a burn-in.
 *
 * @param name for titles
 * @param level whose pass rules sign off
 * @param sliceSeconds longest slice, 1 to 300
 * @param targets links under test
 * @param steps in order; steps that are left out are not there
 * @param rehearsal the fabric to rehearse on, if there is one
 * @param text of the file, as evidence keeps it
 */
public record BurnInPlan(
    String name,
    Level level,
    long sliceSeconds,
    List<Target> targets,
    List<StepPlan> steps,
    RunnerPlan runner,
    Optional<RehearsalPlan> rehearsal,
    String text) {
  public BurnInPlan {
    targets = List.copyOf(targets);
    steps = List.copyOf(steps);
  }

  /** Its length in seconds. */
  public long seconds() {
    return steps.stream().mapToLong(StepPlan::seconds).sum();
  }

  /** A step, if the plan has it. */
  public Optional<StepPlan> step(Step step) {
    return steps.stream().filter(each -> each.step() == step).findFirst();
  }

  /** The same with another seed of its rehearsal. */
  public BurnInPlan withSeed(long seed) {
    return new BurnInPlan(
        name,
        level,
        sliceSeconds,
        targets,
        steps,
        runner,
        rehearsal.map(each -> each.withSeed(seed)),
        text);
  }
}
