package dev.headroom.collect.machine;

import java.time.Duration;

/**
 * Result of a command.
 *
 * @param line the command as a person would type it
 * @param path the name of its output in the bundle
 * @param status its exit status; {@link #TIMEOUT_EXIT_CODE} if it was stopped at its limit
 * @param time what it took
 * @param output what it printed, both streams together
 */
public record CommandResult(String line, String path, int status, Duration time, byte[] output) {
  /** What {@code timeout} exits with. */
  public static final int TIMEOUT_EXIT_CODE = 124;

  /** Whether it was stopped at its limit. */
  public boolean hasTimedOut() {
    return status == TIMEOUT_EXIT_CODE;
  }

  /** Seconds with two digits. */
  public String seconds() {
    long hundredths = time.toMillis() / 10;
    return hundredths / 100 + "." + hundredths % 100 / 10 + hundredths % 10;
  }
}
