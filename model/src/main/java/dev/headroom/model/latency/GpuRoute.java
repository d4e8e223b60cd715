package dev.headroom.model.latency;

import dev.headroom.model.pcie.PcieLink;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Path between two GPUs.
 *
 * @param message 1 to 4096 B: one packet
 * @param rate of all links, over 0
 * @param switches on the way, 0 to 9
 * @param cable length of each cable
 * @param switchLatency of each switch, header in to header out
 * @param pcie the links of NICs and GPUs
 */
public record GpuRoute(
    Size message, Rate rate, int switches, Length cable, Time switchLatency, PcieLink pcie) {
  private static final int MOST_BYTES = 4096;
  private static final int MOST_SWITCHES = 9;

  public GpuRoute {
    if (message.bytes() < 1 || message.bytes() > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the message is " + message + "; it must be 1B to 4096B, one packet");
    }
    if (rate.bps() < 1) {
      throw new IllegalArgumentException("the rate is " + rate + "; it must be over 0");
    }
    if (switches < 0 || switches > MOST_SWITCHES) {
      throw new IllegalArgumentException(
          "the route has " + switches + " switches; it can have 0 to " + MOST_SWITCHES);
    }
    if (cable.millimetres() < 0 || switchLatency.ps() < 0) {
      throw new IllegalArgumentException("delays of cables and switches must not be negative");
    }
  }
}
