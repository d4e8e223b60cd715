package dev.headroom.sim.rc;

import org.jspecify.annotations.Nullable;

/** Flow on its queue pair, from posting to completion. */
public final class QueuePairFlow {
  public final int flow;
  public final long bytes;
  public final long startPs;
  final long firstSequence;
  final long endSequence;
  final long firstMessage;
  public int retransmissions;
  public int cnps;
  @Nullable QueuePairFlow next;

  QueuePairFlow(
      int flow, long bytes, long startPs, long firstSequence, long endSequence, long firstMessage) {
    this.flow = flow;
    this.bytes = bytes;
    this.startPs = startPs;
    this.firstSequence = firstSequence;
    this.endSequence = endSequence;
    this.firstMessage = firstMessage;
  }

  /**
   * How far whole units have got there where data has got to a sequence number of this flow. A
   * message's last unit is as long as what is left of it; in Alibaba's HPCC simulator units are
   * whole or nothing, and the end of a flow that is no number of them is never acknowledged.
   */
  long wholeUnits(long upTo, RcSettings settings) {
    int unit = settings.recovery().unit();
    if (settings.recovery().staysBehind()) {
      long whole = bytes / ((long) unit * settings.numbering().bytes()) * unit;
      return firstSequence + Math.min(whole, (upTo - firstSequence) / unit * unit);
    }
    long inMessage = (upTo - firstSequence) % settings.messageNumbers();
    return upTo == endSequence ? upTo : upTo - inMessage % unit;
  }
}
