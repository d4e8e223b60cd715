/**
 * Routing: tables of next hops from shortest paths, and the choice among equal ones. Start at
 * {@link dev.headroom.sim.routing.SwitchRoutes}.
 */
@NullMarked
package dev.headroom.sim.routing;

import org.jspecify.annotations.NullMarked;
