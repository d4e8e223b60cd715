/**
 * The simulator. {@link dev.headroom.sim.Simulation#run} takes a scenario and returns its
 * measurements.
 *
 * <p>{@code kernel} has time and events, {@code fabric} ports and wires, {@code switching}
 * switches, {@code host} NICs, a package each the transports, {@code measure} results. The module
 * uses neither files nor terminals.
 */
@NullMarked
package dev.headroom.sim;

import org.jspecify.annotations.NullMarked;
