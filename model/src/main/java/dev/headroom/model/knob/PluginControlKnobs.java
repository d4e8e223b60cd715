package dev.headroom.model.knob;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.controls.ControlTypes;

/** Knobs of a congestion control plugin: {@code congestion.own}. */
public final class PluginControlKnobs {
  private PluginControlKnobs() {}

  public static final Knob<Plugin> NAME =
      Knob.derived(
          "congestion.own.name",
          Plugin.NAME,
          "the name of the given class",
          "congestion control from a Java class of the user; --control names its source");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "congestion.own.settings",
          ValueType.TEXT,
          "",
          "components of the class's record Settings, such as maxWindow=3 delayPs=5us; "
              + "others have their defaults");

  /** What to call a scenario's congestion control: its own name where it is none of ours. */
  public static String control(Settings settings) {
    ControlType algorithm = settings.get(CongestionKnobs.ALGORITHM);
    return algorithm == ControlTypes.OWN
        ? settings.find(NAME).map(Plugin::name).orElse(algorithm.word())
        : algorithm.word();
  }
}
