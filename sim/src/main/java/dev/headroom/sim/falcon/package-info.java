/**
 * Google's Falcon, as the Falcon Transport Protocol specification 0.9 has it (Open Compute Project,
 * 2024): push transactions in the data window, extended ACKs, early retransmission, and changes of
 * way that delay asks for.
 *
 * <p>{@link dev.headroom.sim.falcon.FalconSender} and {@link
 * dev.headroom.sim.falcon.FalconReceiver} are the two ends of a connection.
 */
@NullMarked
package dev.headroom.sim.falcon;

import org.jspecify.annotations.NullMarked;
