package dev.headroom.model.knob;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;

/** Values of knobs whose defaults depend on the rate of a port. */
public final class DerivedDefaults {
  /**
   * {@code run.py} of the HPCC simulator: Kmin 100 KB and Kmax 400 KB at 25 Gb/s, in proportion.
   */
  private static final long KMIN_BYTES_PER_GBPS = 4_000;

  private static final long KMAX_BYTES_PER_GBPS = 16_000;

  private DerivedDefaults() {}

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

  /** What DCQCN is set with on a NIC of this rate; of its values none follows from the way. */
  public static DcqcnParameters dcqcn(Settings settings, Rate line) {
    return DeclaredKnobs.read(
        settings, DcqcnParameters.class, new Path(line.bps(), 1, 1), ControlEnvironment.USUAL);
  }

  private static Size proportional(long bytesPerGbps, Rate port) {
    return new Size(Math.round(bytesPerGbps * port.gbps()));
  }
}
