/**
 * What transports share that number packets through, place them as they come and send again only
 * those that are missing: Ultra Ethernet's, SRD and Falcon.
 *
 * <p>{@link dev.headroom.sim.delivery.DeliveringSender} is the sending end of a connection: its
 * {@link dev.headroom.sim.delivery.PostedFlows flows}, cut into packets, and what it remembers of
 * {@link dev.headroom.sim.delivery.SentPackets those it sent}. {@link
 * dev.headroom.sim.delivery.ArrivedPackets} is what a receiver has. {@link
 * dev.headroom.sim.delivery.Rack} says by the time what is lost, of TCP's segments too. What is
 * READ is asked for first, as {@link dev.headroom.sim.delivery.ReadTerms} says: a request, then
 * data as ever, the other way. {@link dev.headroom.sim.delivery.DeliveringEnd} drives the senders
 * of a host, {@link dev.headroom.sim.delivery.Deliveries} knows the connections of a run.
 */
@NullMarked
package dev.headroom.sim.delivery;

import org.jspecify.annotations.NullMarked;
