package dev.headroom.formats.emit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON Patch (RFC 6902) of tables of rows. Names in a path are escaped as RFC 6901 has it. */
final class JsonPatch {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonPatch() {}

  /** One operation. */
  sealed interface Operation {
    String table();

    String path();
  }

  /** An added or replaced field. */
  record Field(String op, String table, String key, String field, String value)
      implements Operation {
    @Override
    public String path() {
      return pointer(table, key, field);
    }
  }

  /** An added row. */
  record Row(String table, String key, Map<String, String> fields) implements Operation {
    @Override
    public String path() {
      return pointer(table, key);
    }
  }

  /** An added table. */
  record Table(String table, Map<String, Map<String, String>> rows) implements Operation {
    @Override
    public String path() {
      return pointer(table);
    }
  }

  /** A removed field, row or table. */
  record Removal(String table, String path) implements Operation {}

  private static String pointer(String... names) {
    StringBuilder path = new StringBuilder();
    for (String name : names) {
      path.append('/').append(name.replace("~", "~0").replace("/", "~1"));
    }
    return path.toString();
  }

  private static String table(String place) {
    return place.substring(0, place.indexOf('|'));
  }

  private static String key(String place) {
    return place.substring(place.indexOf('|') + 1);
  }

  private static Set<String> tables(Collection<String> places) {
    return places.stream().map(JsonPatch::table).collect(Collectors.toSet());
  }

  /** The operations that make one configuration of another. Rows are keyed by place. */
  static List<Operation> between(
      Map<String, Map<String, String>> from, Map<String, Map<String, String>> to) {
    List<Operation> all = new ArrayList<>();
    Set<String> known = tables(from.keySet());
    Map<String, Map<String, Map<String, String>>> newTables = new LinkedHashMap<>();
    to.forEach((place, fields) -> {
      if (!known.contains(table(place))) {
        newTables
            .computeIfAbsent(table(place), _ -> new TreeMap<>())
            .put(key(place), new LinkedHashMap<>(fields));
      }
    });
    newTables.forEach((table, rows) -> all.add(new Table(table, rows)));
    to.forEach((place, fields) -> {
      Map<String, String> old = from.get(place);
      if (old == null && known.contains(table(place))) {
        all.add(new Row(table(place), key(place), new LinkedHashMap<>(fields)));
      } else if (old != null) {
        fields(place, old, fields, all);
      }
    });
    removals(from, to, all);
    return all;
  }

  private static void fields(
      String place, Map<String, String> from, Map<String, String> to, List<Operation> all) {
    to.forEach((field, value) -> {
      if (!from.containsKey(field)) {
        all.add(new Field("add", table(place), key(place), field, value));
      } else if (!value.equals(from.get(field))) {
        all.add(new Field("replace", table(place), key(place), field, value));
      }
    });
    from.keySet().stream()
        .filter(field -> !to.containsKey(field) && !to.isEmpty())
        .forEach(
            field -> all.add(new Removal(table(place), pointer(table(place), key(place), field))));
  }

  private static void removals(
      Map<String, Map<String, String>> from,
      Map<String, Map<String, String>> to,
      List<Operation> all) {
    Set<String> left = tables(to.keySet());
    tables(from.keySet()).stream()
        .filter(table -> !left.contains(table))
        .sorted()
        .forEach(table -> all.add(new Removal(table, pointer(table))));
    from.keySet().stream()
        .filter(place -> left.contains(table(place)) && !to.containsKey(place))
        .forEach(place -> all.add(new Removal(table(place), pointer(table(place), key(place)))));
  }

  /** The text of a patch. */
  static String print(List<Operation> operations) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (Operation each : operations) {
      ObjectNode node = all.addObject();
      switch (each) {
        case Field field ->
            node.put("op", field.op()).put("path", field.path()).put("value", field.value());
        case Row row -> {
          node.put("op", "add").put("path", row.path());
          fill(node.putObject("value"), row.fields());
        }
        case Table table -> {
          node.put("op", "add").put("path", table.path());
          ObjectNode rows = node.putObject("value");
          table.rows().forEach((key, fields) -> fill(rows.putObject(key), fields));
        }
        case Removal removal -> node.put("op", "remove").put("path", removal.path());
      }
    }
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
  }

  private static void fill(ObjectNode node, Map<String, String> fields) {
    fields.forEach(node::put);
  }
}
