/**
 * The running state of a flow program: what has started, been delivered and been completed.
 *
 * <p>{@link dev.headroom.sim.workload.FlowStateTable} is shared by all partitions; each entry is
 * written by one of them only, and read by another at the earliest one window later.
 */
@NullMarked
package dev.headroom.sim.workload;

import org.jspecify.annotations.NullMarked;
