package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * Start or end of an interrupt storm on each core that a host has for networking. Causes are a
 * broken or badly shared device, or a driver that does not quiet it. What each interrupt costs is
 * {@code hosts.cpu.interrupt}.
 *
 * @param at when
 * @param node id of the host
 * @param perSecond interrupts a second of each core; 0: it stops
 */
public record InterruptStorm(Time at, int node, double perSecond) implements FailureEvent {
  /**
   * What it takes of a core.
   *
   * @param seconds that an interrupt takes
   * @return 0 to 1
   */
  public double share(double seconds) {
    return Math.min(1, perSecond * seconds);
  }
}
