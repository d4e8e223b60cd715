/**
 * Traces of single flows over time, to inspect a congestion control. {@link
 * dev.headroom.sim.trace.FlowTracer} wraps the traced controllers in a {@link
 * dev.headroom.sim.trace.TracedController}, reads them between windows, and returns {@link
 * dev.headroom.sim.measure.FlowTraces}.
 *
 * <p>Traces do not change a run: its digest is the same.
 */
@NullMarked
package dev.headroom.sim.trace;

import org.jspecify.annotations.NullMarked;
