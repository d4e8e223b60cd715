package dev.headroom.sim.falcon;

import dev.headroom.sim.delivery.PacketScoreboard;
import dev.headroom.sim.delivery.RackLossDetection;

/**
 * Loss detection by time, and a tail loss probe (RFC 8985), on Falcon's packets. What {@link
 * RackLossDetection} says is lost is sent again, at once or when its window is over. Where nothing
 * was heard for two round trips, the last packet in flight is sent again, once until the receiver
 * is heard of: its ACK shows what is missing before it (section 7).
 */
final class RackTlp implements LossDetector {
  private final PacketScoreboard sent;
  private final RackLossDetection rack = new RackLossDetection();
  private boolean probed;

  /** When the reordering window of a packet is over that is not lost yet. */
  private long windowEndsPs = Long.MAX_VALUE;

  RackTlp(PacketScoreboard sent) {
    this.sent = sent;
  }

  @Override
  public void arrived(long sequence, long sentPs, boolean repeated, long nowPs) {
    rack.arrived(sentPs, end(sequence), repeated, nowPs);
    probed = false;
  }

  /** Where a packet ends: numbers begin at 0, and nothing has arrived there yet. */
  private static long end(long sequence) {
    return sequence + 1;
  }

  /** How long after a packet was sent it is lost. */
  long reorderTimeoutPs(long smoothedPs) {
    return rack.reorderTimeoutPs(sent.anyMissing(), sent.selected(), smoothedPs);
  }

  @Override
  public boolean search(FalconSender sender, long nowPs) {
    boolean any = false;
    windowEndsPs = Long.MAX_VALUE;
    long patiencePs = reorderTimeoutPs(sender.smoothedRttPs());
    for (long sequence = sent.first(); sequence < sent.end(); sequence++) {
      if (!sent.isInFlight(sequence)) {
        continue;
      }
      if (!rack.precedes(sent.sentPs(sequence), end(sequence))) {
        if (sent.repeats(sequence) == 0) {
          break; // nor does any packet after one that was sent once
        }
        continue;
      }
      long lostPs = sent.sentPs(sequence) + patiencePs;
      if (lostPs <= nowPs) {
        sender.miss(sequence);
        any = true;
      } else {
        windowEndsPs = Math.min(windowEndsPs, lostPs);
      }
    }
    return any;
  }

  @Override
  public long deadlinePs(FalconSender sender) {
    long probePs = probed ? Long.MAX_VALUE : sender.lastActivityPs() + 2 * sender.smoothedRttPs();
    return Math.min(probePs, windowEndsPs);
  }

  @Override
  public boolean timeOut(FalconSender sender, long nowPs) {
    if (windowEndsPs <= nowPs) {
      return search(sender, nowPs);
    }
    probed = true;
    long last = sent.end() - 1;
    while (!sent.isInFlight(last)) {
      last--;
    }
    sender.miss(last);
    return false; // a probe is no sign of congestion
  }
}
