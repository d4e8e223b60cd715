package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Known;

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
public record Curve(
    String name, Known<Boolean> marks, Known<Double> min, Known<Double> max, Known<Double> most) {

  /** One whose share at Kmax was not read. */
  public static Curve of(String name, Known<Boolean> marks, Known<Double> min, Known<Double> max) {
    return new Curve(name, marks, min, max, Known.unsaid("the share of marks at Kmax of " + name));
  }
}
