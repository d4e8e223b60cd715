package dev.headroom.web.glossary;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.glossary.GlossaryTerm.Use;

/** Writer of a glossary as JSON. */
public final class GlossaryJson {
  public static final int SCHEMA_VERSION = 1;

  private GlossaryJson() {}

  public static String of(Glossary glossary) {
    JsonWriter json =
        JsonWriter.indented().object().put("schemaVersion", SCHEMA_VERSION).array("terms");
    glossary.terms().forEach(term -> add(json, term));
    json.endArray().array("history");
    glossary.history().forEach(event -> add(json, event));
    return json.endArray().endObject() + "\n";
  }

  private static void add(JsonWriter json, GlossaryTerm term) {
    json.object().put("term", term.name()).put("group", term.group()).array("aliases");
    term.aliases().forEach(json::add);
    json.endArray().array("uses");
    term.uses().forEach(use -> add(json, use));
    json.endArray()
        .put("meaning", term.meaning())
        .put("source", term.source())
        .put("command", term.command())
        .endObject();
  }

  private static void add(JsonWriter json, HistoryEvent event) {
    json.object().put("date", event.date()).put("what", event.event()).array("uses");
    event.use().ifPresent(use -> add(json, use));
    json.endArray().put("source", event.source()).endObject();
  }

  private static void add(JsonWriter json, Use use) {
    json.object().put("place", use.place()).put("words", use.words()).endObject();
  }
}
