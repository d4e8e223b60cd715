/**
 * What a NIC keeps and what that costs it: contexts of queue pairs, and the times that a scenario
 * gives to its parts.
 *
 * <p>{@link dev.headroom.sim.nic.NicPcieSlot} is where it is plugged in: its way to memory, with
 * link errors, translation of addresses and what others leave of a shared link.
 *
 * <p>Pure state: no packets, no events. {@link dev.headroom.sim.nic.NicTimes} is what a scenario
 * says, {@link dev.headroom.sim.nic.QpContextCache} which contexts are at hand. The pipeline that
 * asks them is in {@code host}.
 */
@NullMarked
package dev.headroom.sim.nic;

import org.jspecify.annotations.NullMarked;
