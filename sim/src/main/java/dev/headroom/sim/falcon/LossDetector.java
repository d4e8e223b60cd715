package dev.headroom.sim.falcon;

/** Loss detection of a sender before a timeout. */
sealed interface LossDetector permits GapLossDetector, RackTlp {
  /**
   * A packet in flight has arrived.
   *
   * @param sentPs when it was sent last
   * @param repeated whether that was not the first time
   */
  void arrived(long sequence, long sentPs, boolean repeated, long nowPs);

  /** Has what is lost sent again, after an ACK was taken; returns whether anything is. */
  boolean search(FalconSender sender, long nowPs);

  /** When to look again without news; {@code Long.MAX_VALUE}: not. Something is in flight. */
  long deadlinePs(FalconSender sender);

  /** That time has come; returns whether anything was found lost. */
  boolean timeOut(FalconSender sender, long nowPs);
}
