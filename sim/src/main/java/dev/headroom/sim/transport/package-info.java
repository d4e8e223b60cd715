/**
 * Reliability: what has been delivered and what must be sent again.
 *
 * <p>{@link dev.headroom.sim.transport.Sender} and {@link dev.headroom.sim.transport.Receiver} are
 * the two ends of a reliable-connection queue pair with go-back-N, apart from the NIC that serves
 * them.
 */
@NullMarked
package dev.headroom.sim.transport;

import org.jspecify.annotations.NullMarked;
