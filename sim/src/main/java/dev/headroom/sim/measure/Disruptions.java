package dev.headroom.sim.measure;

import java.util.List;

/**
 * What broke in a run, and how the fabric coped.
 *
 * @param watchdog what PFC watchdogs did, earliest first
 * @param failover how flows came through failed links
 * @param linkRetries what links sent again
 */
public record Disruptions(
    List<WatchdogAction> watchdog, Failover failover, LinkRetries linkRetries) {
  public static final Disruptions NONE =
      new Disruptions(List.of(), Failover.NONE, LinkRetries.NONE);
}
