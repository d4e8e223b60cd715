package dev.headroom.formats.emit;

import dev.headroom.formats.FormatException;
import dev.headroom.model.yaml.Problem;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tables of rows in a JSON text, with edits of single fields. */
final class JsonTables {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_TRAILING_COMMA).build();

  private final ObjectNode root;

  private JsonTables(ObjectNode root) {
    this.root = root;
  }

  /** An empty text is a file without tables. */
  static JsonTables read(String text) {
    if (text.isBlank()) {
      return new JsonTables(JsonNodeFactory.instance.objectNode());
    }
    try {
      JsonNode read = MAPPER.readTree(text);
      if (read instanceof ObjectNode object) {
        return new JsonTables(object);
      }
    } catch (JacksonException e) {
      throw problem(e.getOriginalMessage());
    }
    throw problem("it is not a JSON object");
  }

  private static FormatException problem(String what) {
    return new FormatException(
        List.of(
            new Problem(
                "config_db.json",
                0,
                0,
                "",
                what,
                "tables of rows, as sonic-cfggen -d --print-data prints them")));
  }

  private ObjectNode row(String place) {
    int bar = place.indexOf('|');
    ObjectNode table = member(root, place.substring(0, bar));
    return member(table, place.substring(bar + 1));
  }

  private static ObjectNode member(ObjectNode of, String name) {
    return of.get(name) instanceof ObjectNode object ? object : of.putObject(name);
  }

  void put(String place, String field, String value) {
    row(place).put(field, value);
  }

  /** A row without fields goes too. */
  void remove(String place, String field) {
    ObjectNode row = row(place);
    row.remove(field);
    if (row.isEmpty()) {
      int bar = place.indexOf('|');
      member(root, place.substring(0, bar)).remove(List.of(place.substring(bar + 1)));
    }
  }

  @Override
  public String toString() {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }
}
