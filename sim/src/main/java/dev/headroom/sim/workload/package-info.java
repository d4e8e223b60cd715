/**
 * State of flows during a run: started, delivered, completed.
 *
 * <p>All partitions share a {@link dev.headroom.sim.workload.FlowStateTable}. One partition writes
 * an entry, and others read it one window later at the earliest.
 */
@NullMarked
package dev.headroom.sim.workload;

import org.jspecify.annotations.NullMarked;
