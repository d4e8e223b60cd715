package dev.headroom.sim.rc;

import org.jspecify.annotations.Nullable;

/** A flow on its queue pair, from posting to completion. */
public final class Transfer {
  public final int flow;
  public final long bytes;
  public final long startPs;
  final long firstSequence;
  final long endSequence;
  final long firstMessage;
  public int retransmissions;
  public int cnps;
  @Nullable Transfer next;

  Transfer(
      int flow, long bytes, long startPs, long firstSequence, long endSequence, long firstMessage) {
    this.flow = flow;
    this.bytes = bytes;
    this.startPs = startPs;
    this.firstSequence = firstSequence;
    this.endSequence = endSequence;
    this.firstMessage = firstMessage;
  }
}
