/**
 * Classes that users bring along in a Java file: congestion controls, load balancers, markers. What
 * a {@link dev.headroom.sim.plugin.LoadBalancer} and a {@link dev.headroom.sim.plugin.Marker} are
 * asked, and what they can see of packet, queue, next hops and switch.
 */
@NullMarked
package dev.headroom.sim.plugin;

import org.jspecify.annotations.NullMarked;
