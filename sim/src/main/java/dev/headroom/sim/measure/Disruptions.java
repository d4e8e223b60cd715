package dev.headroom.sim.measure;

import java.util.List;

/**
 * Failures in a run, and the reaction of the fabric.
 *
 * @param watchdog what PFC watchdogs did, earliest first
 * @param failover how flows came through failed links
 * @param linkRetries what links sent again
 */
public record Disruptions(
    List<WatchdogEvent> watchdog, Failover failover, LinkRetryCounts linkRetries) {
  public static final Disruptions NONE =
      new Disruptions(List.of(), Failover.NONE, LinkRetryCounts.NONE);
}
