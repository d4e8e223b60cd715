package dev.headroom.congestion;

import dev.headroom.congestion.roce.HpccSettings;
import dev.headroom.congestion.roce.TimelySettings;
import dev.headroom.congestion.roce.TimelyVariant;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * Settings of controls for tests: some as a scenario would have them, the rest at their defaults.
 */
public final class SettingsOf {
  private SettingsOf() {}

  public static HpccSettings hpcc(Path path, String... texts) {
    return make(HpccSettings.class, path, texts);
  }

  public static TimelySettings timely(TimelyVariant form, Path path, String... texts) {
    return SettingsType.of(TimelySettings.class)
        .make(SettingValues.of(texts), path, form, ControlEnvironment.USUAL);
  }

  /** NSCC beside receiver credit, on switches that trim. */
  public static Nscc.Settings nsccWithCredit(Path path) {
    return SettingsType.of(Nscc.Settings.class)
        .make(
            SettingValues.NOTHING,
            path,
            new ControlEnvironment(TransportType.UEC, true, 1, false),
            Nscc.Companion.RCCC);
  }

  public static <S extends Record> S make(Class<S> type, Path path, String... texts) {
    return SettingsType.of(type).make(SettingValues.of(texts), path, ControlEnvironment.USUAL);
  }
}
