package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Storm counts of a queue by the PFC watchdog.
 *
 * @param queue as a report names it: {@code Ethernet4 queue 3}
 * @param count storms
 * @param ended how many of these ended, where it says so
 * @param status of the queue now, where it says so
 * @param next what to do if it goes on after the storm; blank where the vendor names nothing
 */
public record WatchdogStorms(
    String queue,
    long count,
    OptionalLong ended,
    Optional<String> status,
    Evidence evidence,
    String next) {}
