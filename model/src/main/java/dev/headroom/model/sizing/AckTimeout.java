package dev.headroom.model.sizing;

import dev.headroom.unit.Time;

/**
 * Local ACK timeout of a reliable connection, and the time until it gives up: InfiniBand
 * Architecture Specification 1.4, volume 1, sections 9.7.6.1.3 and 9.9.2.1.1.
 *
 * <pre>
 *     T      = 4.096 us * 2^n
 *     retries = r * T              all retries, as NCCL's documentation counts
 *     error  = (r + 1) * T         the first try has timed out too
 * </pre>
 *
 * Example: n = 20, r = 7 (NCCL's defaults): T = 4.295 s, retries 30.1 s, error after 34.4 s.
 *
 * @param exponent n, 0 to 31; 0 waits for ever
 * @param retries r, {@code retry_cnt}, 0 to 7
 */
public record AckTimeout(int exponent, int retries) {
  private static final long UNIT_PS = 4_096_000;

  /** A NIC may wait this many times as long before it notices: section 9.7.6.1.3. */
  public static final int LATEST = 4;

  public AckTimeout {
    ArgumentChecks.within("timeout", exponent, 0, 31);
    ArgumentChecks.within("retries", retries, 0, 7);
  }

  /** Whether it ever runs out. */
  public boolean runsOut() {
    return exponent > 0;
  }

  /** T; 0 where it never runs out. */
  public Time timeout() {
    return new Time(runsOut() ? UNIT_PS << exponent : 0);
  }

  /** How long all retries take. */
  public Time allRetries() {
    return new Time(timeout().ps() * retries);
  }

  /** From the first packet to the error of the queue pair, at the earliest. */
  public Time error() {
    return new Time(timeout().ps() * (retries + 1));
  }

  /** The least exponent whose timeout is at least this long; 31 if none is. */
  public static int exponentFor(Time least) {
    int exponent = 1;
    while (exponent < 31 && UNIT_PS << exponent < least.ps()) {
      exponent++;
    }
    return exponent;
  }
}
