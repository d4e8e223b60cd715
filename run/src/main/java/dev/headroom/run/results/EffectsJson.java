package dev.headroom.run.results;

import dev.headroom.model.statistics.FactorialExperiment;
import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.json.JsonWriter;

/**
 * Writer of the effect of each value of each varied key, and of interactions: the keys {@code
 * factors}, {@code effects} and {@code interactions} of {@code compare.json} and {@code
 * sweep.json}.
 */
public final class EffectsJson {
  private EffectsJson() {}

  /** Writes them into the open object. */
  public static void write(JsonWriter json, FactorialEffects effects) {
    json.object("factors");
    for (FactorialEffects.Factor factor : effects.factors()) {
      json.array(factor.key());
      factor.values().forEach(json::add);
      json.endArray();
    }
    json.endObject().array("effects");
    for (FactorialEffects.Row row : effects.levels()) {
      json.object().put("key", row.key()).put("value", row.value()).object("measures");
      for (int i = 0; i < effects.measures().size(); i++) {
        String key = effects.measures().get(i).key();
        if (row.effects().get(i).isEmpty()) {
          json.putNull(key);
        } else {
          FactorialExperiment.Level level = row.effects().get(i).get();
          json.object(key).put("mean", level.mean());
          excess(json, "effect", level.effect());
          json.put("combinations", level.combinations()).endObject();
        }
      }
      json.endObject().endObject();
    }
    json.endArray().array("interactions");
    for (FactorialEffects.Together each : effects.interactions()) {
      json.object()
          .put("measure", each.measure().key())
          .put("one", each.one())
          .put("other", each.other())
          .put("mean", each.at().mean());
      excess(json, "excess", each.at().excess());
      json.endObject();
    }
    json.endArray();
  }

  private static void excess(JsonWriter json, String name, MeanEstimate estimate) {
    json.put(name, estimate.mean());
    if (estimate.isKnown()) {
      json.put(name + "Low95", estimate.low()).put(name + "High95", estimate.high());
    }
  }
}
