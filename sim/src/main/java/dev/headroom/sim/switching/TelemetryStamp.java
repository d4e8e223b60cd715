package dev.headroom.sim.switching;

import dev.headroom.congestion.Telemetry;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;

/**
 * In-band telemetry (INT), as the HPCC simulator's switches write it ({@code
 * SwitchNode::SwitchNotifyDequeue}). When a packet is chosen to leave, it is told what waits behind
 * it at its port, in all classes, what the port has sent before it, the time and the port's rate.
 *
 * <p>Bytes are told in units and the time in whole nanoseconds, cut.
 */
public class TelemetryStamp extends PacketStamp {
  protected static final long PS_PER_NS = 1_000;

  /** Makes path IDs of ways that differ in their order differ. */
  private static final long MIX = 0x9e3779b97f4a7c15L;

  protected final long sentUnit;
  protected final long queueUnit;

  public TelemetryStamp(SignalOverhead signalOverhead) {
    sentUnit = signalOverhead.sentUnit();
    queueUnit = signalOverhead.queueUnit();
  }

  @Override
  public final void leaves(Packet packet, Port port, long nowPs) {
    if (packet instanceof InstrumentedPacket own) { // others are of another transport
      addHop(own.telemetry, port, nowPs);
    }
  }

  /** Tells a packet of the port that it leaves by. */
  protected void addHop(Telemetry telemetry, Port port, long nowPs) {
    if (!telemetry.isFull()) {
      telemetry.pathId = telemetry.pathId * MIX + port.id;
      telemetry.add(
          cut(port.queuedBytes(), queueUnit),
          cut(port.sentBytes(), sentUnit),
          cut(nowPs, PS_PER_NS),
          port.rateBps());
    }
  }

  protected static long cut(long value, long unit) {
    return value - value % unit;
  }
}
