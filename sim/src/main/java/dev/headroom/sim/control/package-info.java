/**
 * Congestion control of a scenario: its controllers, and the signals that packets and switches
 * carry for them.
 *
 * <p>{@link dev.headroom.sim.control.ScenarioControllers} makes controllers from settings; {@link
 * dev.headroom.sim.control.SignalOverhead} has the cost of their signals in packets and switches.
 */
@NullMarked
package dev.headroom.sim.control;

import org.jspecify.annotations.NullMarked;
