/**
 * Reliability: what has been delivered and what must be sent again.
 *
 * <p>The two ends of a reliable-connection queue pair, apart from the NIC that serves them: for
 * WRITE and SEND {@link dev.headroom.sim.transport.Writer} at the source and {@link
 * dev.headroom.sim.transport.Receiver} at the destination; for READ {@link
 * dev.headroom.sim.transport.Reader} at the destination and {@link
 * dev.headroom.sim.transport.Responder} at the source.
 */
@NullMarked
package dev.headroom.sim.transport;

import org.jspecify.annotations.NullMarked;
