/**
 * Common parts of the transports that cut flows into messages and messages into packets.
 *
 * <p>{@link dev.headroom.sim.message.MessageSettings} holds their settings, made by each transport;
 * {@link dev.headroom.sim.message.Framing} has the bytes of packets on the wire.
 */
@NullMarked
package dev.headroom.sim.message;

import org.jspecify.annotations.NullMarked;
