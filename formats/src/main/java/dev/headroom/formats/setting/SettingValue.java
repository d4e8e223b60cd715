package dev.headroom.formats.setting;

import dev.headroom.formats.fact.Evidence;
import java.util.Optional;

/**
 * Value of a device's setting as a source reports it.
 *
 * @param setting the row of the device's table
 * @param written as the device's language writes it
 * @param reference the other setting that the knob follows from, in the base unit of its quantity;
 *     NaN if there is none
 * @param evidence the line that says it
 */
public record SettingValue(
    DeviceSetting setting, String written, double reference, Evidence evidence) {

  /** A value that the knob follows from alone. */
  public static SettingValue of(DeviceSetting setting, String written, Evidence evidence) {
    return new SettingValue(setting, written, Double.NaN, evidence);
  }

  /** The knob's value as scenarios write it; empty if the setting has no knob or another form. */
  public Optional<String> knobValue() {
    return setting.hasKnob() ? setting.toKnob(written, reference) : Optional.empty();
  }

  /** The amount in the base unit of the knob's quantity; NaN if it is not a number. */
  public double amount() {
    return setting.scale() instanceof SettingScale.Steps steps ? steps.amount(written) : Double.NaN;
  }

  /** Whether it changes behaviour that the simulator does not have. */
  public boolean isUnsimulated() {
    return !setting.hasKnob() && !written.strip().equals(setting.limit().neutral());
  }
}
