package dev.headroom.model.knob;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;

/** The values of knobs whose defaults follow from the rate of a port. */
public final class Derived {
  /**
   * {@code run.py} of the HPCC simulator: Kmin 100 KB and Kmax 400 KB at 25 Gb/s, in proportion.
   */
  private static final long KMIN_BYTES_PER_GBPS = 4_000;

  private static final long KMAX_BYTES_PER_GBPS = 16_000;

  private Derived() {}

  /** {@code congestion.kmin} for a port of this rate. */
  public static Size kmin(Settings settings, Rate port) {
    return settings
        .find(CongestionKnobs.KMIN)
        .map(sizes -> sizes.at(port))
        .orElseGet(() -> proportional(KMIN_BYTES_PER_GBPS, port));
  }

  /** {@code congestion.kmax} for a port of this rate. */
  public static Size kmax(Settings settings, Rate port) {
    return settings
        .find(CongestionKnobs.KMAX)
        .map(sizes -> sizes.at(port))
        .orElseGet(() -> proportional(KMAX_BYTES_PER_GBPS, port));
  }

  /**
   * {@code congestion.rateAi} for a NIC of this rate. As with the thresholds, the firmware's 5 Mb/s
   * is for 25 Gb/s and scales with the line.
   */
  public static Rate rateAi(Settings settings, Rate line) {
    return settings.find(DcqcnKnobs.RATE_AI).orElseGet(() -> new Rate(line.bps() / 5_000));
  }

  /** {@code congestion.rateHai} for a NIC of this rate: 50 Mb/s at 25 Gb/s, in proportion. */
  public static Rate rateHai(Settings settings, Rate line) {
    return settings.find(DcqcnKnobs.RATE_HAI).orElseGet(() -> new Rate(line.bps() / 500));
  }

  /**
   * {@code congestion.minRate} for a NIC of this rate: 1 % of it, 1 Gb/s at 100 Gb/s as in {@code
   * run.py}. The firmware's own 1 Mb/s strands a fast flow for milliseconds.
   */
  public static Rate minRate(Settings settings, Rate line) {
    return settings.find(DcqcnKnobs.MIN_RATE).orElseGet(() -> new Rate(line.bps() / 100));
  }

  /**
   * {@code congestion.hpcc.rateAi} for a NIC of this rate as the paper has it: what the target load
   * leaves free, for a hundred flows (HPCC, SIGCOMM 2019, section 3.3).
   */
  public static Rate hpccRateAi(Settings settings, Rate line) {
    double free = 1 - settings.get(HpccKnobs.ETA);
    return settings
        .find(HpccKnobs.RATE_AI)
        .orElseGet(() -> new Rate((long) (line.bps() * free / 100)));
  }

  private static Size proportional(long bytesPerGbps, Rate port) {
    return new Size(Math.round(bytesPerGbps * port.gbps()));
  }
}
