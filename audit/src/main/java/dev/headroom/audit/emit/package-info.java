/**
 * Plans that bring devices to the settings of a scenario: what each device is to be told in its own
 * language, in the order in which no lossless class loses its flow control, with the check and the
 * undo of each step.
 *
 * <p>{@link dev.headroom.audit.emit.EmitPlanner} makes an {@link dev.headroom.audit.emit.EmitPlan}
 * of a scenario and the present state of devices, {@link dev.headroom.audit.emit.EmitBundle}.
 * {@link dev.headroom.audit.emit.LaidBundle} is that state after the plan, as files.
 */
@NullMarked
package dev.headroom.audit.emit;

import org.jspecify.annotations.NullMarked;
