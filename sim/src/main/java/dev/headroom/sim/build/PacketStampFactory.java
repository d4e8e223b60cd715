package dev.headroom.sim.build;

import dev.headroom.congestion.Signal;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.kernel.Ns3RandomSources;
import dev.headroom.sim.ns3.Ns3PintStamp;
import dev.headroom.sim.ns3.Ns3TelemetryStamp;
import dev.headroom.sim.switching.HopStamp;
import dev.headroom.sim.switching.PacketStamp;
import dev.headroom.sim.switching.PintStamp;
import dev.headroom.sim.switching.TelemetryStamp;
import org.jspecify.annotations.Nullable;

/**
 * Factory of the changes that switches make to data packets for the congestion control of a run.
 */
final class PacketStampFactory {
  private PacketStampFactory() {}

  /**
   * What a switch does; null for nothing.
   *
   * @param ports of the switch
   * @param baseRttPs as the senders have it
   * @param pintBase base of the logarithm of PINT's code
   * @param ns3 what is drawn from where that is done as in HPCC's simulator
   */
  static @Nullable PacketStamp of(
      SignalOverhead signalOverhead,
      int ports,
      long baseRttPs,
      double pintBase,
      @Nullable Ns3RandomSources ns3) {
    if (signalOverhead.watches(Signal.TELEMETRY)) {
      return signalOverhead.asHpccNs3()
          ? new Ns3TelemetryStamp(signalOverhead)
          : new TelemetryStamp(signalOverhead);
    }
    if (signalOverhead.watches(Signal.PINT)) {
      return ns3 == null
          ? new PintStamp(ports, baseRttPs, pintBase)
          : new Ns3PintStamp(ports, baseRttPs, pintBase, ns3.libc());
    }
    return signalOverhead.watches(Signal.HOPS) ? new HopStamp() : null;
  }
}
