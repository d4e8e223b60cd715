package dev.headroom.formats.switches;

import dev.headroom.formats.fact.ReportedValue;

/**
 * Link properties of a switch port: MTU, speed and cable.
 *
 * @param mtu the largest packet that it takes, bytes, by whatever its vendor calls so
 * @param speed 10^6 bits a second
 * @param cable its length, where the configuration tells
 */
public record SwitchPortLink(
    ReportedValue<Long> mtu, ReportedValue<Long> speed, ReportedValue<Cable> cable) {

  /** One of which the MTU alone was read. */
  public static SwitchPortLink of(ReportedValue<Long> mtu) {
    return new SwitchPortLink(
        mtu, ReportedValue.unreported("its speed"), ReportedValue.unreported("its cable"));
  }

  /**
   * A cable's length.
   *
   * @param written as the configuration has it: {@code 300m}
   */
  public record Cable(String written, double metres) {}
}
