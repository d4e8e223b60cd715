package dev.headroom.app.json;

import dev.headroom.run.example.Example;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/** Writer of the list of examples as JSON. */
public final class ExamplesJson {
  public static final int SCHEMA_VERSION = 1;

  private ExamplesJson() {}

  public static String of(List<Example> examples) {
    JsonWriter json =
        JsonWriter.indented().object().put("schemaVersion", SCHEMA_VERSION).array("examples");
    for (Example example : examples) {
      json.object().put("path", example.path()).put("description", example.sentence()).endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}
