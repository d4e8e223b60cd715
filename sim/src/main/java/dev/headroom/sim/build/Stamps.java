package dev.headroom.sim.build;

import dev.headroom.congestion.Signal;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.kernel.Ns3Sequences;
import dev.headroom.sim.ns3.Ns3PintStamp;
import dev.headroom.sim.ns3.Ns3TelemetryStamp;
import dev.headroom.sim.switching.HopStamp;
import dev.headroom.sim.switching.PintStamp;
import dev.headroom.sim.switching.Stamp;
import dev.headroom.sim.switching.TelemetryStamp;
import org.jspecify.annotations.Nullable;

/**
 * Factory of the changes that switches make to data packets for the congestion control of a run.
 */
final class Stamps {
  private Stamps() {}

  /**
   * What a switch does; null for nothing.
   *
   * @param ports of the switch
   * @param baseRttPs as the senders have it
   * @param pintBase base of the logarithm of PINT's code
   * @param ns3 what is drawn from where that is done as in HPCC's simulator
   */
  static @Nullable Stamp of(
      Instruments instruments,
      int ports,
      long baseRttPs,
      double pintBase,
      @Nullable Ns3Sequences ns3) {
    if (instruments.watches(Signal.TELEMETRY)) {
      return instruments.asHpccNs3()
          ? new Ns3TelemetryStamp(instruments)
          : new TelemetryStamp(instruments);
    }
    if (instruments.watches(Signal.PINT)) {
      return ns3 == null
          ? new PintStamp(ports, baseRttPs, pintBase)
          : new Ns3PintStamp(ports, baseRttPs, pintBase, ns3.libc());
    }
    return instruments.watches(Signal.HOPS) ? new HopStamp() : null;
  }
}
