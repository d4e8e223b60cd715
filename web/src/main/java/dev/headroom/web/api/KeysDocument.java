package dev.headroom.web.api;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.scenario.KnobList;
import dev.headroom.model.scenario.ScenarioSchema;
import dev.headroom.model.stack.ListedKnobs;
import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Document of the keys that a scenario may have at a place, for an editor that completes them: from
 * the schema, and of settings their default, range, presets and source.
 */
public final class KeysDocument {
  private static final int DEEPEST = 8;

  private final JsonNode schema;
  private final Map<String, KnobList.Entry> knobs = new TreeMap<>();

  public KeysDocument() {
    schema = JsonMapper.builder().build().readTree(ScenarioSchema.text());
    ListedKnobs.all().forEach(entry -> knobs.putIfAbsent(entry.knob().name(), entry));
  }

  /**
   * The keys below a dotted path, such as {@code fabric.switches}; blank for the top.
   *
   * @return an object with {@code keys}: {@code name}, {@code key}, {@code detail} and {@code info}
   *     of each, and {@code values} of the path itself
   */
  public String at(String path) {
    Map<String, JsonNode> below = new TreeMap<>();
    Map<String, String> words = new TreeMap<>();
    collect(schema, path.isBlank() ? new String[0] : path.split("\\."), 0, 0, below, words);
    KnobList.Entry own = knobs.get(path);
    if (own != null) {
      own.knob().type().words().forEach(word -> words.putIfAbsent(word, ""));
    }
    String start = path.isBlank() ? "" : path + ".";
    knobs.keySet().stream()
        .filter(name -> name.startsWith(start))
        .forEach(name ->
            below.putIfAbsent(name.substring(start.length()).replaceFirst("\\..*", ""), schema));
    JsonWriter json = JsonWriter.compact().object().array("keys");
    below.forEach((name, node) -> key(json, name, start + name, node));
    json.endArray().array("values");
    words.keySet().forEach(json::add);
    return json.endArray().endObject().toString();
  }

  private void key(JsonWriter json, String name, String key, JsonNode node) {
    json.object().put("name", name).put("key", key);
    KnobList.Entry entry = knobs.get(key);
    if (entry == null) {
      json.put("detail", "")
          .put("info", node.equals(schema) ? "" : node.path("description").asString(""))
          .put(
              "isBlock",
              knobs.keySet().stream().anyMatch(each -> each.startsWith(key + "."))
                  || node.has("properties"));
    } else {
      describe(json, entry);
    }
    json.endObject();
  }

  private static void describe(JsonWriter json, KnobList.Entry entry) {
    Knob<?> knob = entry.knob();
    json.put("detail", standard(knob))
        .put("info", KnobList.text(List.of(entry)).strip())
        .put("isBlock", false);
  }

  private static <T> String standard(Knob<T> knob) {
    return knob.fallback().map(knob.type().printer()).orElse("");
  }

  /** Follows a path through a schema, whatever way its parts are put together. */
  private void collect(
      JsonNode node,
      String[] path,
      int at,
      int depth,
      Map<String, JsonNode> below,
      Map<String, String> words) {
    if (depth > DEEPEST * 2) {
      return;
    }
    JsonNode plain = resolved(node);
    for (String joined : new String[] {"oneOf", "anyOf", "allOf"}) {
      plain.path(joined).forEach(each -> collect(each, path, at, depth + 1, below, words));
    }
    for (String branch : new String[] {"then", "else"}) {
      if (plain.has(branch)) {
        collect(plain.path(branch), path, at, depth + 1, below, words);
      }
    }
    if (plain.has("items")) {
      collect(plain.path("items"), path, at, depth + 1, below, words);
    }
    if (at == path.length) {
      plain
          .path("properties")
          .properties()
          .forEach(each -> below.putIfAbsent(each.getKey(), resolved(each.getValue())));
      plain.path("enum").forEach(word -> words.putIfAbsent(word.asString(""), ""));
      if (plain.has("const")) {
        words.putIfAbsent(plain.path("const").asString(""), "");
      }
    } else if (plain.path("properties").has(path[at])) {
      collect(plain.path("properties").path(path[at]), path, at + 1, depth + 1, below, words);
    }
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode plain = node;
    for (int step = 0; step < DEEPEST && plain.has("$ref"); step++) {
      plain = schema.at(plain.path("$ref").asString("").replaceFirst("^#", ""));
    }
    return plain;
  }
}
