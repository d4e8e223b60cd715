package dev.headroom.model.storage;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.OptionalDouble;

/**
 * Memory beyond a host's own: a pool behind CXL, or of another host over RDMA.
 *
 * <pre>
 *   time(S)   = latency + 8 S / rate
 *   crossover = (latency2 - latency1) / (8 / rate1 - 8 / rate2)
 * </pre>
 *
 * Example: 225 ns and 200 Gb/s beside 2.35 us and 392 Gb/s: 508 ns and 2.5 us for 7 KB, equal at
 * 108 KB.
 *
 * @param latency of the first byte
 * @param rate of the rest
 */
public record MemoryTier(Time latency, Rate rate) {
  public MemoryTier {
    if (latency.ps() < 0 || rate.bps() < 1) {
      throw new IllegalArgumentException(
          "latency %s and rate %s; they must be at least 0 and over 0".formatted(latency, rate));
    }
  }

  /** How long so many bytes take. */
  public Time time(Size size) {
    return new Time(latency.ps() + Math.round(size.bytes() * 8e12 / rate.bps()));
  }

  /** The size, in bytes, from which on the other one is the faster; empty: never, or always. */
  public OptionalDouble overtakenAt(MemoryTier other) {
    double later = (other.latency.ps() - latency.ps()) * 1e-12;
    double gained = 8.0 / rate.bps() - 8.0 / other.rate.bps();
    return later > 0 && gained > 0 ? OptionalDouble.of(later / gained) : OptionalDouble.empty();
  }
}
