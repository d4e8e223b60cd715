package dev.headroom.model.knob;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.unit.Keyword;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.setting.DeclaredSetting;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingFormat;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Knobs that congestion controls declare in records of settings. */
public final class DeclaredKnobs {
  private static final Map<String, DeclaredSetting> SETTINGS = settings();
  private static final Map<String, Knob<?>> KNOBS = knobs();

  private DeclaredKnobs() {}

  private static Map<String, DeclaredSetting> settings() {
    Map<String, DeclaredSetting> all = new LinkedHashMap<>();
    for (ControlType control : ControlTypes.all()) {
      for (Class<? extends Record> type : control.settings()) {
        SettingsType.of(type).settings().forEach(each -> all.putIfAbsent(each.key(), each));
      }
    }
    return all;
  }

  private static Map<String, Knob<?>> knobs() {
    Map<String, Knob<?>> all = new LinkedHashMap<>();
    SETTINGS.forEach((key, setting) -> all.put(key, knob(setting)));
    return all;
  }

  /** Those of a record, in order. */
  static Stream<Knob<?>> of(Class<? extends Record> type) {
    return SettingsType.of(type).settings().stream().map(setting -> named(setting.key()));
  }

  /** Pairs of which the first must be the lesser. */
  public static Map<Knob<?>, Knob<?>> ordered() {
    Map<Knob<?>, Knob<?>> pairs = new LinkedHashMap<>();
    for (DeclaredSetting setting : SETTINGS.values()) {
      String more = setting.says().under();
      if (!more.isEmpty()) {
        pairs.put(named(setting.key()), named(more));
      }
    }
    return pairs;
  }

  /**
   * The settings of a control as a scenario has them.
   *
   * @param run what defaults follow from: see {@link SettingsType#make}
   */
  public static <S extends Record> S read(Settings settings, Class<S> type, Object... run) {
    SettingValues given =
        setting -> settings.findSet(named(setting.key())).map(value -> held(value, setting));
    return SettingsType.of(type).make(given, run);
  }

  private static Object held(Object value, DeclaredSetting setting) {
    Object plain =
        switch (value) {
          case Time time -> time.ps();
          case Rate rate -> rate.bps();
          case Size size -> size.bytes();
          default -> value;
        };
    return SettingFormat.held(plain, setting.type());
  }

  private static Knob<?> named(String key) {
    return Optional.ofNullable(KNOBS.get(key))
        .orElseThrow(() ->
            new IllegalArgumentException(key + " does not belong to a listed congestion control"));
  }

  private static Knob<?> knob(DeclaredSetting setting) {
    return switch (setting.quantity()) {
      case TIME -> knob(setting, ValueType.TIME);
      case RATE -> knob(setting, ValueType.RATE);
      case SIZE -> knob(setting, ValueType.SIZE);
      case NUMBER -> knob(setting, ValueType.NUMBER);
      case WHOLE -> knob(setting, ValueType.WHOLE);
      case SWITCH -> knob(setting, ValueType.SWITCH);
      case CHOICE -> knob(setting, ValueType.choice(words(setting)));
    };
  }

  private static List<Keyword> words(DeclaredSetting setting) {
    return List.of((Keyword[]) setting.type().getEnumConstants());
  }

  private static <T> Knob<T> knob(DeclaredSetting setting, ValueType<T> type) {
    Setting says = setting.says();
    Knob<T> knob =
        says.derived().isEmpty()
            ? Knob.of(says.key(), type, says.fallback(), says.means())
            : Knob.derived(says.key(), type, says.derived(), says.means());
    if (!says.least().isEmpty()) {
      knob = knob.within(says.least(), says.most());
    }
    return knob.from(says.source()).real(says.real());
  }
}
