package dev.headroom.formats.emit;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tables of rows with fields, as JSON: SONiC's CONFIG_DB. A place is {@code TABLE|KEY}, a statement
 * {@code "field": "value"}. Changes are JSON Patch (RFC 6902), as {@code config apply-patch} takes
 * it (sonic-utilities, doc of the generic config updater).
 */
public record JsonTableSyntax() implements ConfigSyntax {
  private static final Pattern FIELD = Pattern.compile("\"([^\"]+)\": \"([^\"]*)\"");

  @Override
  public List<PlacedStatement> statements(HostFacts host) {
    List<PlacedStatement> all = new ArrayList<>();
    for (Subject item : host.facts().subjects(SubjectKind.ITEM)) {
      if (item.name().indexOf('|') > 0) {
        for (Fact fact : host.facts().firstFactsOf(item, _ -> true)) {
          all.add(new PlacedStatement(item.name(), field(fact.key(), fact.value())));
        }
      }
    }
    return all;
  }

  private static String field(String name, String value) {
    return "\"%s\": \"%s\"".formatted(name, value);
  }

  @Override
  public String apply(String text, List<StatementEdit> edits) {
    JsonTables tables = JsonTables.read(text);
    for (StatementEdit edit : edits) {
      edit.replaced().forEach(each -> tables.remove(each.place(), name(each.text())));
      if (!edit.isRemoval()) {
        tables.put(edit.place(), name(edit.text()), value(edit.text()));
      }
    }
    return tables.toString();
  }

  static String name(String statement) {
    return part(statement, 1);
  }

  static String value(String statement) {
    return part(statement, 2);
  }

  private static String part(String statement, int group) {
    Matcher field = FIELD.matcher(statement);
    if (!field.matches()) {
      throw new IllegalArgumentException(statement + " is not \"field\": \"value\"");
    }
    return field.group(group);
  }

  /**
   * The patch of a step and its inverse, a file each. Where {@code config apply-patch} refuses a
   * table, {@code config load} merges the same fields into CONFIG_DB, and {@code sonic-db-cli}
   * takes fields away (sonic-utilities, Command Reference).
   */
  @Override
  public Script script(String name, ConfigState before, List<StatementEdit> edits) {
    Map<String, Map<String, String>> old = rows(before.all());
    ConfigState after = new ConfigState(before.all());
    edits.forEach(after::apply);
    Map<String, Map<String, String>> fresh = rows(after.all());
    List<JsonPatch.Operation> forward = JsonPatch.between(old, fresh);
    List<EmittedFile> files = new ArrayList<>();
    String there = patch(name, forward, old, fresh, files);
    String back = patch(name + ".undo", JsonPatch.between(fresh, old), fresh, old, files);
    return new Script(List.of(there), List.of(back), files, GenericUpdater.refusals(forward));
  }

  /** The command for a patch, with its files; for a table that is refused, also the other way. */
  private static String patch(
      String name,
      List<JsonPatch.Operation> operations,
      Map<String, Map<String, String>> from,
      Map<String, Map<String, String>> to,
      List<EmittedFile> files) {
    files.add(new EmittedFile(name + ".json", "", JsonPatch.print(operations)));
    String apply = "config apply-patch " + name + ".json";
    if (GenericUpdater.refusals(operations).isEmpty()) {
      return apply;
    }
    List<String> instead = new ArrayList<>();
    JsonTables tables = JsonTables.read("");
    boolean writes = false;
    for (Map.Entry<String, Map<String, String>> row : to.entrySet()) {
      Map<String, String> old = from.getOrDefault(row.getKey(), Map.of());
      for (Map.Entry<String, String> field : row.getValue().entrySet()) {
        if (!field.getValue().equals(old.get(field.getKey()))) {
          tables.put(row.getKey(), field.getKey(), field.getValue());
          writes = true;
        }
      }
    }
    if (writes) {
      files.add(new EmittedFile(name + ".load.json", "", tables.toString()));
      instead.add("config load " + name + ".load.json -y");
    }
    from.forEach((row, fields) ->
        fields.keySet().stream()
            .filter(field -> !to.getOrDefault(row, Map.of()).containsKey(field))
            .forEach(field ->
                instead.add("sonic-db-cli CONFIG_DB HDEL '%s' '%s'".formatted(row, field))));
    return apply + " || { " + String.join("; ", instead) + "; }";
  }

  private static Map<String, Map<String, String>> rows(List<PlacedStatement> statements) {
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    for (PlacedStatement each : statements) {
      rows.computeIfAbsent(each.place(), _ -> new LinkedHashMap<>())
          .put(name(each.text()), value(each.text()));
    }
    return rows;
  }
}
