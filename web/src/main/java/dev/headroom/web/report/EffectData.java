package dev.headroom.web.report;

import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.Measure;
import java.util.function.ToIntFunction;

/** Data of the effect of each value of each varied key, which {@code effects.js} draws. */
final class EffectData {
  private EffectData() {}

  /**
   * Writes them into the open object.
   *
   * @param place of a measure in the page's list
   */
  static void write(JsonWriter json, FactorialEffects effects, ToIntFunction<Measure> place) {
    json.object("effects").array("measures");
    effects.measures().forEach(measure -> json.add(place.applyAsInt(measure)));
    json.endArray().array("levels");
    for (FactorialEffects.Row row : effects.levels()) {
      json.object().put("key", row.key()).put("value", row.value()).array("cells");
      for (int i = 0; i < effects.measures().size(); i++) {
        int at = i;
        json.array().add(row.text(effects.measures().get(i), i));
        row.effects()
            .get(i)
            .ifPresent(level -> {
              json.add(level.mean()).add(level.effect().mean());
              json.add(level.effect().isKnown() ? level.effect().reach() : 0);
              json.add(effects.measures().get(at).text(level.mean()));
            });
        json.endArray();
      }
      json.endArray().endObject();
    }
    json.endArray().array("together");
    effects.notable().forEach(each -> json.add(each.sentence()));
    json.endArray().endObject();
  }
}
