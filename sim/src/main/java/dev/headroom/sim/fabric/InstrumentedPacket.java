package dev.headroom.sim.fabric;

import dev.headroom.congestion.Telemetry;

/**
 * A packet of a run whose congestion control wants to know of its way: what it carries besides its
 * headers. The answer that it turns into takes that back to where it came from.
 */
public final class InstrumentedPacket extends Packet {
  /** What the switches on the way wrote into it. */
  public final Telemetry telemetry;

  /**
   * @param telemetryHops switches for whose telemetry there is room
   */
  InstrumentedPacket(int telemetryHops) {
    telemetry = new Telemetry(telemetryHops);
  }

  /** It sets out. */
  public void depart() {
    telemetry.clear();
  }
}
