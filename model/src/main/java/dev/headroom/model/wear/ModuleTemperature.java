package dev.headroom.model.wear;

import dev.headroom.model.knob.Settings;

/**
 * Temperature model of a module: heat flows to the air through one resistance, and the module
 * stores it.
 *
 * <pre>
 *   T∞ = air + R · airflow^(−1/2) · P
 *   T(t) = T∞ + (T − T∞) · e^(−t/τ);  it is at X after τ · ln((T∞ − T) / (T∞ − X))
 * </pre>
 *
 * <p>17 W through 1.8 K/W into air of 35 °C: 65.6 °C; with 60 % of the airflow 74.5 °C.
 *
 * @param airC temperature of the air
 * @param resistance R with all of the airflow, in K/W
 * @param idleW power with nothing to carry
 * @param busyW power at full load
 * @param offW power while shut off
 * @param load share of the rate that is carried
 * @param tauPs τ
 */
record ModuleTemperature(
    double airC,
    double resistance,
    double idleW,
    double busyW,
    double offW,
    double load,
    double tauPs) {

  static ModuleTemperature of(Settings told) {
    return new ModuleTemperature(
        told.get(WearKnobs.INLET),
        told.get(WearKnobs.RESISTANCE),
        told.get(WearKnobs.IDLE_POWER),
        told.get(WearKnobs.POWER),
        told.get(WearKnobs.LOW_POWER),
        told.get(WearKnobs.LOAD),
        told.get(WearKnobs.TIME_CONSTANT).ps());
  }

  /** T∞ with the link at a share of its rate. */
  double target(double rateShare, double airflow) {
    return at(idleW + (busyW - idleW) * Math.min(load, rateShare), airflow);
  }

  /** T∞ of a module that is shut off. */
  double targetOff(double airflow) {
    return at(offW, airflow);
  }

  private double at(double watts, double airflow) {
    return airC + resistance / StrictMath.sqrt(airflow) * watts;
  }

  /** When it has come from one temperature to another on its way to a third; never if past it. */
  double afterPs(double from, double to, double target) {
    double share = (target - from) / (target - to);
    return share >= 1 && Double.isFinite(share)
        ? tauPs * StrictMath.log(share)
        : Double.POSITIVE_INFINITY;
  }

  /** Its temperature a while later. */
  double later(double from, double target, double ps) {
    return target + (from - target) * StrictMath.exp(-ps / tauPs);
  }
}
