/**
 * Reliable connections, as RoCE and InfiniBand have them: what has been delivered and what must be
 * sent again.
 *
 * <p>{@link dev.headroom.sim.rc.RcQueuePairs} is all of a run. The two ends of one, apart from the
 * NIC that serves them: for WRITE and SEND {@link dev.headroom.sim.rc.WriteRequester} at the source
 * and {@link dev.headroom.sim.rc.WriteResponder} at the destination; for READ {@link
 * dev.headroom.sim.rc.ReadRequester} at the destination and {@link
 * dev.headroom.sim.rc.ReadResponder} at the source. What becomes of their packets at a host is in
 * {@link dev.headroom.sim.rc.RcWriteEndpoint} and {@link dev.headroom.sim.rc.RcReadEndpoint}.
 */
@NullMarked
package dev.headroom.sim.rc;

import org.jspecify.annotations.NullMarked;
