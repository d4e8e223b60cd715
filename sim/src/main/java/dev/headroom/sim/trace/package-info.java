/**
 * Single flows over time, for whoever wants to see a congestion control at work. {@link
 * dev.headroom.sim.trace.Tracer} puts a {@link dev.headroom.sim.trace.TracedControl} around the
 * controllers of the connections it follows, looks at them between windows of a run, and leaves
 * {@link dev.headroom.sim.measure.Traces}. It observes only: a run has the same digest with it.
 */
@NullMarked
package dev.headroom.sim.trace;

import org.jspecify.annotations.NullMarked;
