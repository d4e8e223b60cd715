package dev.headroom.sim.fabric;

import dev.headroom.congestion.Telemetry;
import dev.headroom.sim.control.Instruments;

/**
 * In-band telemetry (INT), as the HPCC simulator's switches write it ({@code
 * SwitchNode::SwitchNotifyDequeue}). When a packet is chosen to leave, it is told what waits behind
 * it at its port, in all classes, what the port has sent before it, the time and the port's rate.
 *
 * <p>Bytes are told in units and the time in whole nanoseconds, cut. With that simulator's framing
 * counters begin anew after its 20, 17 and 24 bits, ways have no number to tell them apart, and PFC
 * frames count among what was sent.
 */
final class TelemetryStamp extends Stamp {
  private static final long PS_PER_NS = 1_000;

  /** Fields of {@code IntHop}. */
  private static final int SENT_BITS = 20;

  private static final int QUEUE_BITS = 17;
  private static final int TIME_BITS = 24;
  private static final long GBPS = 1_000_000_000;

  /** Makes path IDs of ways that differ in their order differ. */
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private final long sentUnit;
  private final long queueUnit;
  private final boolean asHpccNs3;

  TelemetryStamp(Instruments instruments) {
    sentUnit = instruments.sentUnit();
    queueUnit = instruments.queueUnit();
    asHpccNs3 = instruments.asHpccNs3();
  }

  @Override
  void leaves(Packet packet, Port port, long nowPs) {
    if (!(packet instanceof InstrumentedPacket own)) {
      return; // of another transport
    }
    Telemetry telemetry = own.telemetry;
    if (telemetry.isFull() && !asHpccNs3) {
      return;
    }
    long queued = cut(port.queuedBytes(), queueUnit);
    long sent = cut(port.sentBytes() + (asHpccNs3 ? port.link.pfcOut.sentBytes() : 0), sentUnit);
    long atPs = cut(nowPs, PS_PER_NS);
    if (asHpccNs3) {
      telemetry.sentWrap = sentUnit << SENT_BITS;
      telemetry.timeWrapPs = PS_PER_NS << TIME_BITS;
      long queue = queued % (queueUnit << QUEUE_BITS);
      long bytes = sent % telemetry.sentWrap;
      long time = atPs % telemetry.timeWrapPs;
      if (telemetry.isFull()) {
        telemetry.addBeyond(queue, bytes, time, coded(port.rateBps()));
      } else {
        telemetry.add(queue, bytes, time, coded(port.rateBps()));
      }
    } else {
      telemetry.pathId = telemetry.pathId * MIX + port.id;
      telemetry.add(queued, sent, atPs, port.rateBps());
    }
  }

  /**
   * A rate as {@code IntHop} brings it across: it has codes for 25, 50, 100, 200 and 400 Gb/s, and
   * for all others that of the first.
   */
  private static long coded(long bps) {
    return bps == 50 * GBPS || bps == 100 * GBPS || bps == 200 * GBPS || bps == 400 * GBPS
        ? bps
        : 25 * GBPS;
  }

  private static long cut(long value, long unit) {
    return value - value % unit;
  }
}
