/**
 * The simulator: {@link dev.headroom.sim.Simulation#run} takes a scenario and returns what it
 * measured.
 *
 * <p>{@code kernel} is time and events, {@code fabric} wires and switches, {@code host} NICs,
 * {@code transport} reliability, {@code measure} results. Data flows one way: scenario in, results
 * out; it knows neither files nor terminals.
 */
@NullMarked
package dev.headroom.sim;

import org.jspecify.annotations.NullMarked;
