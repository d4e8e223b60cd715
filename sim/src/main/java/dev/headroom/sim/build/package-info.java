/**
 * From a scenario to a network that is ready to run. Start with {@link
 * dev.headroom.sim.build.NetworkBuilder}.
 */
@NullMarked
package dev.headroom.sim.build;

import org.jspecify.annotations.NullMarked;
