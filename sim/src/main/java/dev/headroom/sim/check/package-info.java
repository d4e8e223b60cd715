/**
 * Checks of a network before its run: buffer deadlocks of lossless classes ({@link
 * dev.headroom.sim.check.BufferDependencyGraph}), ECN before PFC ({@link
 * dev.headroom.sim.check.EcnBeforePfcCheck}), the class of the data's DSCP at each node ({@link
 * dev.headroom.sim.check.DscpMapping}), and queues smaller than a full frame ({@link
 * dev.headroom.sim.check.UndersizedQueue}).
 *
 * <p>The checks read the built network and change nothing. {@link dev.headroom.sim.Precheck} runs
 * them all.
 */
@NullMarked
package dev.headroom.sim.check;

import org.jspecify.annotations.NullMarked;
