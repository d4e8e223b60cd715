/**
 * Google's Falcon, after the Falcon Transport Protocol specification 0.9 (Open Compute Project,
 * 2024): push transactions in the data window, pull transactions, extended ACKs, early
 * retransmission, and path changes on delay.
 *
 * <p>{@link dev.headroom.sim.falcon.FalconSender} and {@link
 * dev.headroom.sim.falcon.FalconReceiver} are the two ends of a connection.
 */
@NullMarked
package dev.headroom.sim.falcon;

import org.jspecify.annotations.NullMarked;
