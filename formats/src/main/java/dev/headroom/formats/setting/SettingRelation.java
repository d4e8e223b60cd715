package dev.headroom.formats.setting;

/**
 * Relation of a setting to another one, where a knob follows from the two.
 *
 * @param kind how the knob follows
 * @param to the other setting, by its name in the device's language; blank if there is none
 */
public record SettingRelation(Kind kind, String to) {
  /** The knob follows from the setting alone. */
  public static final SettingRelation NONE = new SettingRelation(Kind.NONE, "");

  /** Arithmetic of a relation. */
  public enum Kind {
    NONE,
    /** The knob is the setting times the other: a number of intervals. */
    TIMES,
    /** The knob is the setting minus the other: the end of a range above its start. */
    MINUS,
    /** The knob is the other minus the setting: a point below a threshold. */
    BELOW,
    /** The knob is the share of the setting in the other. */
    SHARE
  }

  double toKnob(double value, double reference) {
    return switch (kind) {
      case NONE -> value;
      case TIMES -> value * reference;
      case MINUS -> value - reference;
      case BELOW -> reference - value;
      case SHARE -> value / reference;
    };
  }

  double toDevice(double knob, double reference) {
    return switch (kind) {
      case NONE -> knob;
      case TIMES -> knob / reference;
      case MINUS -> knob + reference;
      case BELOW -> reference - knob;
      case SHARE -> knob * reference;
    };
  }
}
