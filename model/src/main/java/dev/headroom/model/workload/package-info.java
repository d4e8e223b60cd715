/**
 * Workloads by name: generators of flows with senders, receivers and dependencies.
 *
 * <p>A {@link dev.headroom.model.flow.FlowProgram} numbers its flows and computes their properties
 * on request, so an all-to-all of thousands of ranks is never in memory at once. Flow lists,
 * arrivals, incasts and collectives are programs; the simulator runs any of them.
 */
@NullMarked
package dev.headroom.model.workload;

import org.jspecify.annotations.NullMarked;
