/**
 * The congestion control of a scenario: which controllers its knobs ask for, and what packets and
 * switches have to carry and do for them.
 *
 * <p>{@link dev.headroom.sim.control.ScenarioControllers} makes controllers from settings; {@link
 * dev.headroom.sim.control.SignalOverhead} is what they watch, as the fabric and the hosts see it.
 */
@NullMarked
package dev.headroom.sim.control;

import org.jspecify.annotations.NullMarked;
