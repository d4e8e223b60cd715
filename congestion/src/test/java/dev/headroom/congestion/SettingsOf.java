package dev.headroom.congestion;

import dev.headroom.congestion.roce.HpccSettings;
import dev.headroom.congestion.roce.TimelyForm;
import dev.headroom.congestion.roce.TimelySettings;
import dev.headroom.congestion.uet.Nscc;
import dev.headroom.unit.setting.Given;
import dev.headroom.unit.setting.SettingsType;

/**
 * Settings of controls for tests: some as a scenario would have them, the rest at their defaults.
 */
public final class SettingsOf {
  private SettingsOf() {}

  public static HpccSettings hpcc(Path path, String... texts) {
    return make(HpccSettings.class, path, texts);
  }

  public static TimelySettings timely(TimelyForm form, Path path, String... texts) {
    return SettingsType.of(TimelySettings.class)
        .make(Given.of(texts), path, form, Surroundings.USUAL);
  }

  /** NSCC beside receiver credit, on switches that trim. */
  public static Nscc.Settings nsccWithCredit(Path path) {
    return SettingsType.of(Nscc.Settings.class)
        .make(
            Given.NOTHING,
            path,
            new Surroundings(TransportType.UEC, true, 1, false),
            Nscc.Companion.RCCC);
  }

  public static <S extends Record> S make(Class<S> type, Path path, String... texts) {
    return SettingsType.of(type).make(Given.of(texts), path, Surroundings.USUAL);
  }
}
