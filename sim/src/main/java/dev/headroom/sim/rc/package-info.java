/**
 * Reliable connections, as RoCE and InfiniBand have them: what has been delivered and what must be
 * sent again.
 *
 * <p>{@link dev.headroom.sim.rc.QueuePairs} is all of a run. The two ends of one, apart from the
 * NIC that serves them: for WRITE and SEND {@link dev.headroom.sim.rc.Writer} at the source and
 * {@link dev.headroom.sim.rc.Receiver} at the destination; for READ {@link
 * dev.headroom.sim.rc.Reader} at the destination and {@link dev.headroom.sim.rc.Responder} at the
 * source. What becomes of their packets at a host is in {@link dev.headroom.sim.rc.Writes} and
 * {@link dev.headroom.sim.rc.Reads}.
 */
@NullMarked
package dev.headroom.sim.rc;

import org.jspecify.annotations.NullMarked;
