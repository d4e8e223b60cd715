package dev.headroom.model.wear;

import dev.headroom.model.knob.Settings;

/**
 * Bit error model of a laser link before error correction. The laser's current stays as it was set
 * at 45 °C, at k times the threshold; what of it is over the threshold makes light:
 *
 * <pre>
 *   threshold(T) = threshold(45) · e^((T − 45) / T0)
 *   light(T) / light(45) = (k − e^((T − 45) / T0)) / (k − 1) · 10^(−lost / 10)
 *   q = q(45) · light(T) / light(45)
 * </pre>
 *
 * <p>With T0 of 60 K a module at 75 °C has 78 % of its light, and of one wrong bit in 10⁸ come one
 * in 10⁵. Modules that follow the temperature with the current keep their light for longer; T0 of
 * 1000 K is nearly that.
 *
 * @param quality q at 45 °C with nothing lost
 * @param t0 T0
 * @param kept share of the light that dirt and age leave
 */
record PreFecBitErrors(double quality, double t0, double kept) {
  /** At what temperature of the case raw bit errors are told. */
  private static final double CALIBRATED_C = 45;

  /** k: an assumption; lasers are driven at three to six times their threshold. */
  private static final double OVER_THRESHOLD = 4;

  static PreFecBitErrors of(Settings told) {
    return new PreFecBitErrors(
        Pam4.quality(told.get(WearKnobs.RAW_BIT_ERRORS)),
        told.get(WearKnobs.LASER_T0),
        StrictMath.pow(10, -told.get(WearKnobs.LOST) / 10));
  }

  /** How many bits are wrong at a temperature. */
  double bitErrors(double celsius) {
    return Pam4.bitErrors(quality * kept * share(celsius));
  }

  private double share(double celsius) {
    double threshold = StrictMath.exp((celsius - CALIBRATED_C) / t0);
    return Math.max(0, (OVER_THRESHOLD - threshold) / (OVER_THRESHOLD - 1));
  }
}
