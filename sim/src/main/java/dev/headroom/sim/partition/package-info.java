/**
 * How a fabric is cut: into partitions, each simulated by one thread at a time, and these into
 * devices that share an agenda. Start with {@link dev.headroom.sim.partition.Partitioner}.
 */
@NullMarked
package dev.headroom.sim.partition;

import org.jspecify.annotations.NullMarked;
