/**
 * What transports share that cut flows into messages, and messages into packets: reliable
 * connections, and those that deliver packets in any order.
 *
 * <p>{@link dev.headroom.sim.message.MessageSettings} is what one is set with, made by each
 * transport for itself; {@link dev.headroom.sim.message.Framing} is what its packets weigh on the
 * wire.
 */
@NullMarked
package dev.headroom.sim.message;

import org.jspecify.annotations.NullMarked;
