package dev.headroom.web.report;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.json.JsonWriter;
import java.util.Optional;

/**
 * Settings that differ from their defaults: name, value, default, meaning. Not how often the run
 * was sampled: a report sets that itself, and says so beside the series.
 */
final class ChangedSettings {
  private ChangedSettings() {}

  static void write(JsonWriter json, Scenario scenario) {
    json.array("settings");
    for (Knob<?> knob : Knobs.all()) {
      add(json, scenario.settings(), knob, "");
    }
    for (Scenario.Override override : scenario.overrides()) {
      for (Knob<?> knob : Knobs.all()) {
        add(json, override.settings(), knob, " (" + override.select() + ")");
      }
    }
    json.endArray();
  }

  private static <T> void add(JsonWriter json, Settings settings, Knob<T> knob, String where) {
    Optional<T> value = settings.find(knob);
    if (knob.equals(RunKnobs.PROBE_PERIOD)
        || !settings.isSet(knob)
        || value.isEmpty()
        || value.equals(knob.fallback())) {
      return;
    }
    json.array()
        .add(knob.name() + where)
        .add(knob.type().printer().apply(value.get()))
        .add(knob.fallback().map(knob.type().printer()).orElse(knob.derivation()))
        .add(knob.meaning())
        .endArray();
  }
}
