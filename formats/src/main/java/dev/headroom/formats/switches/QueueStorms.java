package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a PFC watchdog counted of a queue.
 *
 * @param queue as a report names it: {@code Ethernet4 queue 3}
 * @param count storms
 * @param over how many of these ended, where it says so
 * @param status of the queue now, where it says so
 */
public record QueueStorms(
    String queue, long count, OptionalLong over, Optional<String> status, Evidence seen) {
  /** How to follow storms up. */
  public static final String CURE =
      "find who pauses: the host behind that port, by its tx_prioN_pause; if drops go on after a storm, clear with pfcwd stop and start, and take a release with the fix";
}
