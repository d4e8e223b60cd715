/**
 * Who sends what to whom, and what waits for what.
 *
 * <p>A {@link dev.headroom.model.flow.FlowProgram} numbers its flows and answers questions about
 * them, so that an all-to-all of thousands of ranks need not exist in memory at once. Flow lists,
 * arrivals, incasts and collectives are programs; the simulator runs any of them.
 */
@NullMarked
package dev.headroom.model.workload;

import org.jspecify.annotations.NullMarked;
