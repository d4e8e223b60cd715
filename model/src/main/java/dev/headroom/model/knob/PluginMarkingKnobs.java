package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.MarkingAlgorithm;

/** Knobs for the ECN marking algorithm, which may be a plugin: {@code congestion.aqm}. */
public final class PluginMarkingKnobs {
  private PluginMarkingKnobs() {}

  public static final Knob<MarkingAlgorithm> ALGORITHM =
      Knob.of(
              "congestion.aqm.algorithm",
              choice(MarkingAlgorithm.class),
              "ramp",
              "marking algorithm of switches: by queue length between kmin and kmax, or a "
                  + "class of the user")
          .from("ramp: DCQCN, SIGCOMM 2015, section 3.1");
  public static final Knob<Plugin> NAME =
      Knob.derived(
          "congestion.aqm.name",
          Plugin.NAME,
          "the name of the given class",
          "marking algorithm from a Java class of the user; --marking names its source");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "congestion.aqm.settings",
          ValueType.TEXT,
          "",
          "components of the class's record Settings, such as thresholdPs=10us; others have "
              + "their defaults");
}
