package dev.headroom.formats.setting;

import java.util.Optional;

/**
 * Setting of a device that corresponds to a knob of the simulator: a row of a device's table. The
 * same row serves a reader of configurations and a writer.
 *
 * @param site its place and form in the device's language
 * @param scale its values, and the knob's value of each
 * @param relation to another setting, where the knob follows from both
 * @param knob name of the knob; blank if the simulator has none
 * @param limit behaviour that no knob expresses
 */
public record DeviceSetting(
    SettingSite site, SettingScale scale, SettingRelation relation, String knob, KnobLimit limit) {

  /** The same, where the knob follows from this setting and another one. */
  public DeviceSetting related(SettingRelation.Kind kind, String to) {
    return new DeviceSetting(site, scale, new SettingRelation(kind, to), knob, limit);
  }

  /** The same with behaviour that the knob does not express. */
  public DeviceSetting limitedBy(String reason) {
    return new DeviceSetting(site, scale, relation, knob, new KnobLimit(reason, ""));
  }

  public String name() {
    return site.name();
  }

  public boolean hasKnob() {
    return !knob.isEmpty();
  }

  /**
   * The knob's value, as scenarios write it; empty if the text is not a value of this setting.
   *
   * @param reference the setting of the relation, in the base unit of its knob's quantity; NaN if
   *     there is none
   */
  public Optional<String> toKnob(String written, double reference) {
    return relation.kind() != SettingRelation.Kind.NONE && Double.isNaN(reference)
        ? Optional.empty()
        : scale.toKnob(written, relation, reference);
  }

  /**
   * The nearest value that the device takes for a knob's value; empty if there is none near it.
   *
   * @param reference as in {@link #toKnob}
   */
  public Optional<String> toDevice(String knobValue, double reference) {
    return scale.toDevice(knobValue, relation, reference);
  }
}
