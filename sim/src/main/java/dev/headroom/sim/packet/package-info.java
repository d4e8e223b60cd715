/**
 * Packets, the fields that transports add, and the pools of packets. Start at {@link
 * dev.headroom.sim.packet.Packet}.
 */
@NullMarked
package dev.headroom.sim.packet;

import org.jspecify.annotations.NullMarked;
