package dev.headroom.sim.build;

import dev.headroom.model.knob.PerRateValue;
import dev.headroom.sim.fabric.EcnMarkingCurve;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Optional;

/**
 * Queue limits and marking thresholds of switches for Ultra Ethernet's transport, where a scenario
 * names none: shares of what a port sends in a round trip of the longest path, in whole packets
 * (uet-htsim, {@code main_uec.cpp}).
 *
 * @param roundTripPs of the longest way, without queues
 * @param frameBytes a full packet
 * @param inTransmission packets that limits and thresholds count beside those that wait: 1 as in
 *     that simulator, where one counts until its last bit has left
 */
public record BdpQueueLimits(long roundTripPs, int frameBytes, int inTransmission) {
  private static final double PS_PER_BYTE_AT_1BPS = 8e12;
  private static final int WITHOUT_TRIMMING = 5;
  private static final double KMIN = 0.2;
  private static final double KMAX = 0.8;

  /** What a queue may hold: one bandwidth-delay product where switches trim, else five. */
  public long limit(Optional<PerRateValue<Size>> told, Rate port, boolean trimming) {
    return told.map(sizes -> sizes.at(port).bytes())
        .orElseGet(() -> bytes(packets(port) * (trimming ? 1 : WITHOUT_TRIMMING)));
  }

  EcnMarkingCurve marking(
      Optional<PerRateValue<Size>> kmin, Optional<PerRateValue<Size>> kmax, Rate port, double p) {
    long low =
        kmin.map(sizes -> sizes.at(port).bytes())
            .orElseGet(() -> bytes((long) Math.ceil(KMIN * packets(port))));
    long high =
        kmax.map(sizes -> sizes.at(port).bytes())
            .orElseGet(() -> bytes((long) Math.ceil(KMAX * packets(port))));
    return new EcnMarkingCurve(low, Math.max(low, high), p);
  }

  private long bytes(long packets) {
    return frameBytes * Math.max(1, packets - inTransmission);
  }

  private long packets(Rate port) {
    double bytes = port.bps() * (roundTripPs / PS_PER_BYTE_AT_1BPS);
    return Math.max(1, (long) Math.ceil(bytes / frameBytes));
  }
}
