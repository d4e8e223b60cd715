package dev.headroom.web.job;

import java.time.Duration;

/**
 * Limits of runs that pages start.
 *
 * @param atOnce runs at the same time, at least 1
 * @param waiting runs that may wait for their turn
 * @param longest how long one may take; then it is stopped, and what it measured is kept
 * @param mostHops packet hops that one may be estimated to need
 * @param kept finished runs whose documents are kept
 */
public record RunLimits(int atOnce, int waiting, Duration longest, double mostHops, int kept) {
  /** For this machine: one core stays free for what pages ask. */
  public static RunLimits ofMachine() {
    int cores = Runtime.getRuntime().availableProcessors();
    return new RunLimits(Math.max(1, cores - 1), 16, Duration.ofMinutes(10), 2e9, 24);
  }
}
