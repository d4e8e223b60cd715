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
 * {@code "field": "value"}.
 */
public record JsonTableSyntax() implements ConfigSyntax {
  /** A row that every whole configuration has, and parts of one such as qos.json do not. */
  private static final String WHOLE = "DEVICE_METADATA|localhost";

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
   * A patch and its inverse where the whole of CONFIG_DB was read, so that each path is one that
   * changes nothing else; otherwise fields to merge.
   */
  @Override
  public Script script(String name, ConfigState before, List<StatementEdit> edits) {
    Map<String, Map<String, String>> old = rows(before.all());
    ConfigState after = before.copy();
    edits.forEach(after::apply);
    TableChange change = new TableChange(old, rows(after.all()));
    return before.isKnown() && before.has(WHOLE) ? change.patch(name) : change.merge(name);
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
