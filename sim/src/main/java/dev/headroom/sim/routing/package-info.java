/**
 * Where packets go: tables of next hops, made of shortest paths, and what picks among equals. Start
 * with {@link dev.headroom.sim.routing.SwitchRoutes}.
 */
@NullMarked
package dev.headroom.sim.routing;

import org.jspecify.annotations.NullMarked;
