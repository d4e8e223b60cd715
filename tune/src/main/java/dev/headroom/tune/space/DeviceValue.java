package dev.headroom.tune.space;

import dev.headroom.formats.setting.DeviceSetting;
import dev.headroom.formats.setting.KnobQuantity;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Setting of a device with the reference that its relation needs, such as the line rate of a rate
 * that is a share of it.
 *
 * @param setting the row of the device's table
 * @param reference the other setting of the relation, in base units; NaN for none
 */
record DeviceValue(DeviceSetting setting, double reference) {

  /**
   * The value nearest to an amount that the device takes, as the knob's amount; empty for none.
   *
   * @param amount in the base unit of the knob's quantity
   */
  OptionalDouble nearest(double amount, KnobQuantity quantity) {
    Optional<String> near =
        setting
            .toDevice(quantity.print(amount), reference)
            .flatMap(written -> setting.toKnob(written, reference));
    return near.isEmpty() ? OptionalDouble.empty() : quantity.parse(near.get());
  }

  /** Whether the device has a word for one of the knob's words. */
  boolean accepts(String word) {
    return setting
        .toDevice(word, reference)
        .flatMap(written -> setting.toKnob(written, reference))
        .filter(word::equals)
        .isPresent();
  }
}
