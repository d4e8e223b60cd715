/**
 * Interfaces of users' plugins: congestion controls, load balancers ({@link
 * dev.headroom.sim.plugin.LoadBalancer}) and markers ({@link dev.headroom.sim.plugin.Marker}), with
 * their views of packet, queue, next hops and switch.
 */
@NullMarked
package dev.headroom.sim.plugin;

import org.jspecify.annotations.NullMarked;
