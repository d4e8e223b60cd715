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
              "how switches choose packets to mark: by the queue, from kmin to kmax, or as a class of your own says")
          .from("ramp: DCQCN, SIGCOMM 2015, section 3.1");
  public static final Knob<Plugin> NAME =
      Knob.derived(
          "congestion.aqm.name",
          Plugin.NAME,
          "that of the class that is brought along",
          "marking of your own: a class whose source --marking names");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "congestion.aqm.settings",
          ValueType.TEXT,
          "",
          "components of its record Settings, such as thresholdPs=10us; else its defaults");
}
