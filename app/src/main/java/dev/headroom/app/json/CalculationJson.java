package dev.headroom.app.json;

import dev.headroom.app.json.Calculation.Entry;
import dev.headroom.app.json.Calculation.Value;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/**
 * Writer of a {@link Calculation} as JSON: results at the top under their names, so that {@code jq
 * .xoffBytes} finds them, beside {@code inputs}, {@code formula}, {@code notes} and {@code source}.
 */
public final class CalculationJson {
  public static final int SCHEMA_VERSION = 1;

  private CalculationJson() {}

  public static String of(Calculation calculation) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("calculator", calculation.calculator())
            .put("title", calculation.title())
            .object("inputs");
    calculation.inputs().forEach(entry -> put(json, entry));
    json.endObject();
    calculation.results().forEach(entry -> put(json, entry));
    lines(json, "formula", calculation.formula());
    lines(json, "notes", calculation.notes());
    lines(json, "source", calculation.sources());
    return json.endObject() + "\n";
  }

  private static void put(JsonWriter json, Entry entry) {
    switch (entry.value()) {
      case Value.Number number -> json.put(entry.name(), number.value());
      case Value.Text text -> json.put(entry.name(), text.value());
      case Value.Flag flag -> json.put(entry.name(), flag.value());
    }
  }

  private static void lines(JsonWriter json, String name, List<String> lines) {
    json.array(name);
    lines.forEach(json::add);
    json.endArray();
  }
}
