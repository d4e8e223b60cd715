/**
 * What a NIC keeps and what that costs it: contexts of queue pairs, and the times that a scenario
 * gives to its parts.
 *
 * <p>Pure state: no packets, no events. {@link dev.headroom.sim.nic.NicTimes} is what a scenario
 * says, {@link dev.headroom.sim.nic.Contexts} which contexts are at hand. The pipeline that asks
 * them is in {@code host}.
 */
@NullMarked
package dev.headroom.sim.nic;

import org.jspecify.annotations.NullMarked;
