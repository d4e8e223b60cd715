package dev.headroom.sim.measure;

import java.util.List;

/**
 * What broke in a run, and how the fabric coped.
 *
 * @param watchdog what PFC watchdogs did, earliest first
 * @param failover how flows came through failed links
 */
public record Disruptions(List<WatchdogAction> watchdog, Failover failover) {
  public static final Disruptions NONE = new Disruptions(List.of(), Failover.NONE);
}
