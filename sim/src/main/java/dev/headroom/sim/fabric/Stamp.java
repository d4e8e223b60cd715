package dev.headroom.sim.fabric;

import dev.headroom.congestion.Signal;
import dev.headroom.sim.control.Instruments;
import org.jspecify.annotations.Nullable;

/** What a switch does to data packets that leave it, for congestion control. */
abstract sealed class Stamp permits TelemetryStamp, PintStamp, HopStamp {
  /** What a packet tells of a port that it leaves by. */
  abstract void leaves(Packet packet, Port port, long nowPs);

  /** A packet that is told nothing leaves: an answer. */
  void passes(Packet packet, Port port, long nowPs) {}

  /**
   * What the congestion control of a run wants of a switch, or null for nothing.
   *
   * @param ports of the switch
   * @param baseRttPs as the senders have it
   * @param pintBase base of the logarithm of PINT's code
   */
  static @Nullable Stamp of(Instruments instruments, int ports, long baseRttPs, double pintBase) {
    if (instruments.watches(Signal.TELEMETRY)) {
      return new TelemetryStamp(instruments);
    }
    if (instruments.watches(Signal.PINT)) {
      return new PintStamp(ports, baseRttPs, pintBase);
    }
    return instruments.watches(Signal.HOPS) ? new HopStamp() : null;
  }
}
