/**
 * Load balancers that users bring along: what a {@link dev.headroom.sim.balance.LoadBalancer} is
 * asked, and what it can see of packet, next hops and switch. The simulator's own are in {@code
 * fabric}.
 */
@NullMarked
package dev.headroom.sim.balance;

import org.jspecify.annotations.NullMarked;
