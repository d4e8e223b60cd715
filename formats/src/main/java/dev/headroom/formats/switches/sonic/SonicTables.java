package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tables of CONFIG_DB as they were read.
 *
 * @param keys of each table's rows: a port asks for its own among those of hundreds
 * @param listed profiles that a command listed, which may leave fields out
 */
record SonicTables(FactSet facts, Map<String, List<String>> keys, Set<String> listed) {
  private static final Pattern TITLE = Pattern.compile("Profile: (\\S+)");

  /** Keeps copies. */
  SonicTables {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    listed = Set.copyOf(listed);
  }

  static SonicTables of(FactSet facts) {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    Set<String> listed = new HashSet<>();
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
      int bar = item.name().indexOf('|');
      if (bar >= 0) {
        keys.computeIfAbsent(item.name().substring(0, bar), _ -> new ArrayList<>())
            .add(item.name().substring(bar + 1));
      } else {
        facts.all(item, "title").stream()
            .map(title -> TITLE.matcher(title.value().strip()))
            .filter(Matcher::matches)
            .forEach(title -> listed.add(title.group(1)));
      }
    }
    return new SonicTables(facts, keys, listed);
  }

  /** Keys of a table's rows: {@code Ethernet0}, {@code Ethernet0|3-4}. */
  List<String> keys(String table) {
    return keys.getOrDefault(table, List.of());
  }

  boolean has(String table) {
    return !keys(table).isEmpty();
  }

  ReportedValue<String> text(String table, String key, String field) {
    return facts.text(SonicShowTables.row(table, key), field);
  }

  ReportedValue<Long> number(String table, String key, String field) {
    return facts.number(SonicShowTables.row(table, key), field);
  }

  /** Whether a file holds a row: a command shows one of several, or part of its fields. */
  static boolean isWritten(FactSet facts, Subject row) {
    return facts.has(row) && !facts.text(row, "present").isReported();
  }
}
