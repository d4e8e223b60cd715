package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;

/**
 * WRED curve: below Kmin nothing happens to a packet, between Kmin and Kmax an increasing share of
 * packets is marked or dropped, above Kmax all are.
 *
 * @param name of the profile, or the queue it stands in
 * @param marks whether packets that can carry a mark (ECT) are marked; said where the configuration
 *     says it, else dropped
 * @param min Kmin, bytes
 * @param max Kmax, bytes
 * @param most the share of packets that is marked at Kmax, 0 to 1
 */
public record WredCurve(
    String name,
    ReportedValue<Boolean> marks,
    ReportedValue<Double> min,
    ReportedValue<Double> max,
    ReportedValue<Double> most) {

  /** One whose share at Kmax was not read. */
  public static WredCurve of(
      String name,
      ReportedValue<Boolean> marks,
      ReportedValue<Double> min,
      ReportedValue<Double> max) {
    return new WredCurve(
        name, marks, min, max, ReportedValue.unreported("the share of marks at Kmax of " + name));
  }
}
