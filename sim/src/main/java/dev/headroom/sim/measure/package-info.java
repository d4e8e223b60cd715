/**
 * Measurements of a run. {@link dev.headroom.sim.measure.RunResult} is plain data: counts, a {@link
 * dev.headroom.sim.measure.PortResult} per port, pause spans, time series.
 *
 * <p>Flow results go to a {@link dev.headroom.sim.measure.FlowSink} during the run. Nothing here
 * changes a run.
 */
@NullMarked
package dev.headroom.sim.measure;

import org.jspecify.annotations.NullMarked;
