package dev.headroom.app.json;

import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/** Writer of the supported input formats as JSON. */
public final class FormatsJson {
  public static final int SCHEMA_VERSION = 1;

  private FormatsJson() {}

  public static String of(List<FormatKind> kinds) {
    JsonWriter json =
        JsonWriter.indented().object().put("schemaVersion", SCHEMA_VERSION).array("formats");
    for (FormatKind kind : kinds) {
      json.object()
          .put("kind", kind.id())
          .put("what", kind.description())
          .put("command", kind.command())
          .array("ignored");
      for (IgnoredLine ignored : kind.ignored()) {
        json.object()
            .put("pattern", ignored.pattern().pattern())
            .put("why", ignored.why())
            .endObject();
      }
      json.endArray().endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}
