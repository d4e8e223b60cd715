/**
 * Partitioning of a fabric: partitions, each simulated by one thread at a time, and within them
 * groups of devices that share an event queue. Start at {@link
 * dev.headroom.sim.partition.Partitioner}.
 */
@NullMarked
package dev.headroom.sim.partition;

import org.jspecify.annotations.NullMarked;
