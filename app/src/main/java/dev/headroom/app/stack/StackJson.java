package dev.headroom.app.stack;

import dev.headroom.model.server.Server;
import dev.headroom.model.stack.StackSettings;
import dev.headroom.model.stack.StackVariable;
import dev.headroom.run.json.JsonWriter;

/** Writer of a stack's settings as JSON. */
public final class StackJson {
  private static final int SCHEMA_VERSION = 1;

  private StackJson() {}

  /**
   * An object with the stack, the form, the server, {@code variables} (name, value, isDefault,
   * stack, topic, knobs, writing, default, since, source), {@code left} (topic, knobs, why), and
   * the lines of the text.
   */
  public static String of(StackSettings settings, StackFormat form, Server server, String text) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("tool", "env")
            .put("server", server.name())
            .put("machine", server.layout().machine())
            .put("stack", settings.stack().word())
            .put("form", form.word())
            .array("variables");
    for (StackSettings.Told told : settings.variables()) {
      json.object()
          .put("name", told.variable().name())
          .put("value", told.value())
          .put("isDefault", told.isDefault());
      about(json.put("stack", told.of().word()), told.variable()).endObject();
    }
    json.endArray().array("left");
    for (StackSettings.Left left : settings.left()) {
      json.object().put("topic", left.topic().words()).array("knobs");
      left.topic().knobs().forEach(json::add);
      json.endArray().put("why", left.reason()).endObject();
    }
    json.endArray().array("lines");
    text.lines().forEach(json::add);
    return json.endArray().endObject() + "\n";
  }

  private static JsonWriter about(JsonWriter json, StackVariable variable) {
    json.put("topic", variable.topic().words()).array("knobs");
    variable.topic().knobs().forEach(json::add);
    return json.endArray()
        .put("writing", variable.writing())
        .put("default", variable.standard())
        .put("range", variable.range())
        .put("since", variable.since())
        .put("source", variable.source());
  }
}
