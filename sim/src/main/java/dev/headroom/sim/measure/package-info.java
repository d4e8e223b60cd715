/**
 * What a run measured.
 *
 * <p>{@link dev.headroom.sim.measure.RunResult} is the whole of it as plain data: counts, one
 * {@link dev.headroom.sim.measure.PortResult} a port, pause spans, time series. Flow results stream
 * out to a {@link dev.headroom.sim.measure.FlowSink} while the run goes on. Nothing here steers a
 * run.
 */
@NullMarked
package dev.headroom.sim.measure;

import org.jspecify.annotations.NullMarked;
