/**
 * Construction of a network from a scenario. Start at {@link
 * dev.headroom.sim.build.NetworkBuilder}.
 */
@NullMarked
package dev.headroom.sim.build;

import org.jspecify.annotations.NullMarked;
