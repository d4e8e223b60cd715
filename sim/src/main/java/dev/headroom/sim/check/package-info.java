/**
 * What can be said of a fabric before it runs: where lossless classes can lock up ({@link
 * dev.headroom.sim.check.BufferDependencyGraph}), whether switches mark before they pause ({@link
 * dev.headroom.sim.check.EcnBeforePfcCheck}), what each node makes of the DSCP of data ({@link
 * dev.headroom.sim.check.DscpMapping}), and which queues no full frame fits into ({@link
 * dev.headroom.sim.check.UndersizedQueue}). All of them look at the network as its builder leaves
 * it and change nothing; {@link dev.headroom.sim.Precheck} puts them together.
 */
@NullMarked
package dev.headroom.sim.check;

import org.jspecify.annotations.NullMarked;
