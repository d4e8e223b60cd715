package dev.headroom.sim.falcon;

import dev.headroom.sim.delivery.PacketScoreboard;

/**
 * Early retransmission by gaps in the bitmap (Falcon 0.9, section 9.1.4): a packet is lost that was
 * last sent over a round trip ago, while one has arrived whose number is greater by more than the
 * threshold.
 */
final class GapLossDetector implements LossDetector {
  private final PacketScoreboard sent;
  private final int threshold;
  private long highest = -1;

  /**
   * @param threshold packets by which one may be overtaken
   */
  GapLossDetector(PacketScoreboard sent, int threshold) {
    this.sent = sent;
    this.threshold = threshold;
  }

  @Override
  public void arrived(long sequence, long sentPs, boolean repeated, long nowPs) {
    highest = Math.max(highest, sequence);
  }

  @Override
  public boolean search(FalconSender sender, long nowPs) {
    boolean any = false;
    for (long sequence = sent.first(); sequence < highest - threshold; sequence++) {
      if (sent.isInFlight(sequence) && nowPs - sent.sentPs(sequence) > sender.smoothedRttPs()) {
        sender.miss(sequence);
        any = true;
      }
    }
    return any;
  }

  @Override
  public long deadlinePs(FalconSender sender) {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean timeOut(FalconSender sender, long nowPs) {
    throw new IllegalStateException("gap search has no timer");
  }
}
