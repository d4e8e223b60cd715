package dev.headroom.sim.measure;

import java.util.List;

/**
 * What broke in a run, and how the fabric coped.
 *
 * @param watchdog what PFC watchdogs did, earliest first
 */
public record Disruptions(List<WatchdogAction> watchdog) {
  public static final Disruptions NONE = new Disruptions(List.of());
}
