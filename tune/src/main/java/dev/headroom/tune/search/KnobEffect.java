package dev.headroom.tune.search;

import java.util.List;

/**
 * Effect of a knob on an objective within the searched space: its share of the objective's
 * variance.
 *
 * @param knob name of the knob
 * @param main share by the knob alone: first-order index
 * @param total share by the knob with all its interactions: total index
 * @param curve mean of the objective at each value, over all values of the other knobs
 */
public record KnobEffect(String knob, Share main, Share total, List<Point> curve) {
  public KnobEffect {
    curve = List.copyOf(curve);
  }

  /**
   * Share of variance with its uncertainty.
   *
   * @param value 0 to 1
   * @param error standard error
   */
  public record Share(double value, double error) {}

  /**
   * Point of a curve.
   *
   * @param value text of the knob; of a linked knob the factor or the gap
   * @param mean of the objective
   */
  public record Point(String value, double mean) {}
}
