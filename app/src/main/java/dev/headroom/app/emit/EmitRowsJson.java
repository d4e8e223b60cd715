package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.run.json.JsonWriter;

/** Table of what devices can be told, as JSON. */
public final class EmitRowsJson {
  private static final int SCHEMA_VERSION = 1;

  private EmitRowsJson() {}

  /**
   * An object with {@code rows} (knob, language, answer, text, devices), {@code unsaid} (knobs
   * without a setting in any language) and {@code notes}.
   */
  public static String of(EmitPlan plan) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("tool", "emit-list")
            .put("scenario", plan.title())
            .put("againstBundle", plan.isAgainstBundle())
            .array("rows");
    for (EmitRow row : EmitRow.of(plan)) {
      json.object()
          .put("knob", row.knob())
          .put("language", row.language())
          .put("answer", row.answer())
          .put("text", row.text())
          .array("devices");
      row.devices().forEach(json::add);
      json.endArray().endObject();
    }
    json.endArray().array("unsaid");
    plan.unsaid().forEach(json::add);
    json.endArray().array("notes");
    plan.notes().forEach(json::add);
    return json.endArray().endObject() + "\n";
  }
}
