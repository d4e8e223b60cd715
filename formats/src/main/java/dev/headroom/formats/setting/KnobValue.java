package dev.headroom.formats.setting;

import dev.headroom.formats.fact.Evidence;

/**
 * Value of a knob that a device's configuration says.
 *
 * @param knob its name
 * @param value as scenarios write it
 * @param setting the setting or settings that it comes from
 * @param evidence the line that says it
 */
public record KnobValue(String knob, String value, String setting, Evidence evidence) {
  /** {@code config_db.json:12, green_min_threshold}. */
  public String source() {
    return evidence.location() + ", " + setting;
  }
}
