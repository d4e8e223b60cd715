package dev.headroom.sim.packet;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Telemetry;

/**
 * Packet with signals for congestion control besides its headers, in a run whose control uses
 * information about the path. The answer that it turns into takes that back to where it came from.
 */
public final class InstrumentedPacket extends Packet {
  /** What the switches on the way wrote into it. */
  public final Telemetry telemetry;

  /** When it left its sender; in an answer, when that to which it answers did. */
  public long sentPs;

  /** In an answer: when what it answers came, and once that has left, how long it stayed. */
  public long heldPs;

  /** Switches that it has passed. */
  public int hops;

  /** Load of the busiest link so far, as PINT encodes it; {@link Feedback#NONE} before any. */
  public int pint;

  /** In a clear-to-send: payload bytes granted since the start. */
  public long grantedBytes;

  /**
   * @param telemetryHops switches for whose telemetry there is room
   */
  public InstrumentedPacket(int telemetryHops) {
    telemetry = new Telemetry(telemetryHops);
  }

  /** It sets out. */
  public void depart(long nowPs) {
    telemetry.clear();
    sentPs = nowPs;
    heldPs = 0;
    hops = 0;
    pint = (int) Feedback.NONE;
  }
}
