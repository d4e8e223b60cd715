package dev.headroom.formats.setting;

import java.util.Locale;

/** Range of a device's setting in words, for refusals. */
public final class DeviceRange {
  private DeviceRange() {}

  /** Values that the setting takes, with its unit. */
  public static String text(DeviceSetting setting) {
    String values =
        switch (setting.scale()) {
          case SettingScale.Steps steps ->
              number(steps.least()) + " to " + number(steps.most()) + unit(steps.unit());
          case SettingScale.Words words -> String.join(", ", words.samples());
        };
    String related =
        setting.relation().kind() == SettingRelation.Kind.NONE
            ? ""
            : ", related to " + setting.relation().to();
    return "%s takes %s%s".formatted(setting.name(), values, related);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  private static String unit(SettingUnit unit) {
    return switch (unit) {
      case COUNT, DSCP -> "";
      case BYTES -> " B";
      case KILOBYTES -> " KB";
      case MICROSECONDS -> " us";
      case MILLISECONDS -> " ms";
      case SECONDS -> " s";
      case MEGABITS_PER_SECOND -> " Mb/s";
      case METRES -> " m";
      case PERCENT -> " %";
      default -> " (" + unit.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
    };
  }
}
