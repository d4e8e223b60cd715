/**
 * Common parts of the transports that place packets in any order and resend only missing ones:
 * Ultra Ethernet, SRD and Falcon.
 *
 * <p>{@link dev.headroom.sim.delivery.PacketDeliverySender} is the sending end of a connection,
 * with its {@link dev.headroom.sim.delivery.PostedFlows} and its {@link
 * dev.headroom.sim.delivery.PacketScoreboard} of sent packets. {@link
 * dev.headroom.sim.delivery.ReceiveBitmap} holds the packets that a receiver has. {@link
 * dev.headroom.sim.delivery.RackLossDetection} detects losses by time, for TCP's segments, too. A
 * READ sends a request first, and data follows in the other direction ({@link
 * dev.headroom.sim.delivery.ReadRequestSettings}). {@link
 * dev.headroom.sim.delivery.PacketDeliveryEndpoint} drives the senders of a host; {@link
 * dev.headroom.sim.delivery.PacketDeliveryConnections} has the connections of a run.
 */
@NullMarked
package dev.headroom.sim.delivery;

import org.jspecify.annotations.NullMarked;
