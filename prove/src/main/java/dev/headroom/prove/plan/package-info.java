/**
 * Plan of a burn-in, as data: {@link dev.headroom.prove.plan.BurnInPlan} has its steps, targets and
 * the fabric of a rehearsal; {@link dev.headroom.prove.plan.PlanFile} reads it from YAML.
 */
@NullMarked
package dev.headroom.prove.plan;

import org.jspecify.annotations.NullMarked;
