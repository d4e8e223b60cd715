package dev.headroom.formats.setting;

/**
 * Limit of the simulator for a setting.
 *
 * @param reason the behaviour that no knob expresses; blank if a knob expresses all of it
 * @param neutral the value of the setting at which nothing is missing; blank if there is none
 */
public record KnobLimit(String reason, String neutral) {
  public static final KnobLimit NONE = new KnobLimit("", "");
}
