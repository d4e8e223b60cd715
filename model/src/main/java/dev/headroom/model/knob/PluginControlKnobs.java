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
          "that of the class that is brought along",
          "congestion control of your own: a class whose source --control names");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "congestion.own.settings",
          ValueType.TEXT,
          "",
          "components of its record Settings, such as maxWindow=3 delayPs=5us; else its defaults");

  /** What to call a scenario's congestion control: its own name where it is none of ours. */
  public static String control(Settings settings) {
    ControlType algorithm = settings.get(CongestionKnobs.ALGORITHM);
    return algorithm == ControlTypes.OWN
        ? settings.find(NAME).map(Plugin::name).orElse(algorithm.word())
        : algorithm.word();
  }
}
