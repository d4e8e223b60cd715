/**
 * Packets, what transports add to them, and the pools that they are taken from. Start with {@link
 * dev.headroom.sim.packet.Packet}.
 */
@NullMarked
package dev.headroom.sim.packet;

import org.jspecify.annotations.NullMarked;
