/**
 * Reliable connections (RC) of RoCE and InfiniBand: acknowledgement, go-back-N and selective
 * repeat. {@link dev.headroom.sim.rc.RcQueuePairs} has all queue pairs of a run.
 *
 * <p>For WRITE and SEND, {@link dev.headroom.sim.rc.WriteRequester} is at the source and {@link
 * dev.headroom.sim.rc.WriteResponder} at the destination. For READ, {@link
 * dev.headroom.sim.rc.ReadRequester} is at the destination and {@link
 * dev.headroom.sim.rc.ReadResponder} at the source. {@link dev.headroom.sim.rc.RcWriteEndpoint} and
 * {@link dev.headroom.sim.rc.RcReadEndpoint} handle their packets at a host.
 */
@NullMarked
package dev.headroom.sim.rc;

import org.jspecify.annotations.NullMarked;
