package dev.headroom.sim.ns3;

import dev.headroom.congestion.Telemetry;
import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.switching.TelemetryStamp;

/**
 * In-band telemetry with the framing of the HPCC simulator ({@code IntHop}): counters wrap after
 * its 20, 17 and 24 bits, paths have no number to tell them apart, and PFC frames count as sent
 * bytes.
 */
public final class Ns3TelemetryStamp extends TelemetryStamp {
  private static final int SENT_BITS = 20;
  private static final int QUEUE_BITS = 17;
  private static final int TIME_BITS = 24;
  private static final long GBPS = 1_000_000_000;

  public Ns3TelemetryStamp(SignalOverhead signalOverhead) {
    super(signalOverhead);
  }

  @Override
  protected void addHop(Telemetry telemetry, Port port, long nowPs) {
    telemetry.sentWrap = sentUnit << SENT_BITS;
    telemetry.timeWrapPs = PS_PER_NS << TIME_BITS;
    long queue = cut(port.queuedBytes(), queueUnit) % (queueUnit << QUEUE_BITS);
    long sent = cut(port.sentBytes() + port.link.pauses.sentBytes(), sentUnit);
    long bytes = sent % telemetry.sentWrap;
    long time = cut(nowPs, PS_PER_NS) % telemetry.timeWrapPs;
    if (telemetry.isFull()) {
      telemetry.addBeyond(queue, bytes, time, coded(port.rateBps()));
    } else {
      telemetry.add(queue, bytes, time, coded(port.rateBps()));
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
}
