/**
 * Single flows over time, for whoever wants to see a congestion control at work. {@link
 * dev.headroom.sim.trace.FlowTracer} puts a {@link dev.headroom.sim.trace.TracedController} around
 * the controllers of the connections it follows, looks at them between windows of a run, and leaves
 * {@link dev.headroom.sim.measure.FlowTraces}. It observes only: a run has the same digest with it.
 */
@NullMarked
package dev.headroom.sim.trace;

import org.jspecify.annotations.NullMarked;
