package dev.headroom.congestion.roce;

/**
 * Effect of one CNP on a sender of {@link DcqcnPaper} at line rate, and of the first increase after
 * it.
 *
 * @param left of the rate, right after the CNP: 1 - alpha/2
 * @param increaseBps by which the rate rises at the first tick of the increase timer: in fast
 *     recovery half of the way back, R_AI only where there is none
 */
public record FirstCnp(double left, double increaseBps) {
  private static final long NEVER_PS = Long.MAX_VALUE / 2;

  /**
   * By the controller itself.
   *
   * @param lineBps the rate before, above 0
   * @param alpha when the CNP comes, 0 to 1
   * @param increaseTimerPs period of the increase timer, above 0
   * @param fastRecovery increases that only recover
   * @param aiBps additive increase
   */
  public static FirstCnp at(
      long lineBps, double alpha, long increaseTimerPs, int fastRecovery, long aiBps) {
    DcqcnParameters settings =
        new DcqcnParameters(
            0,
            alpha,
            NEVER_PS,
            0,
            increaseTimerPs,
            0,
            fastRecovery,
            aiBps,
            0,
            0,
            false,
            false,
            0,
            1,
            0);
    DcqcnPaper sender = new DcqcnPaper(settings, lineBps);
    sender.congested(0);
    double after = sender.rateBps(0);
    return new FirstCnp(after / lineBps, sender.rateBps(increaseTimerPs) - after);
  }
}
