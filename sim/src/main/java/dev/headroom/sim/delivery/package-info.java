/**
 * What transports share that number packets through, place them as they come and send again only
 * those that are missing: Ultra Ethernet's, SRD and Falcon.
 *
 * <p>{@link dev.headroom.sim.delivery.PacketDeliverySender} is the sending end of a connection: its
 * {@link dev.headroom.sim.delivery.PostedFlows flows}, cut into packets, and what it remembers of
 * {@link dev.headroom.sim.delivery.PacketScoreboard those it sent}. {@link
 * dev.headroom.sim.delivery.ReceiveBitmap} is what a receiver has. {@link
 * dev.headroom.sim.delivery.RackLossDetection} says by the time what is lost, of TCP's segments
 * too. What is READ is asked for first, as {@link dev.headroom.sim.delivery.ReadRequestSettings}
 * says: a request, then data as ever, the other way. {@link
 * dev.headroom.sim.delivery.PacketDeliveryEndpoint} drives the senders of a host, {@link
 * dev.headroom.sim.delivery.PacketDeliveryConnections} knows the connections of a run.
 */
@NullMarked
package dev.headroom.sim.delivery;

import org.jspecify.annotations.NullMarked;
