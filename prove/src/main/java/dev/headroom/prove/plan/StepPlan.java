package dev.headroom.prove.plan;

/**
 * A step of a plan.
 *
 * @param seconds length of all of its slices together, at least 1
 * @param tool what makes its traffic
 */
public record StepPlan(Step step, long seconds, Tool tool) {}
