package dev.headroom.web.audit;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.run.json.JsonWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of the hosts of an audit as JSON, worst first: most errors, then warnings, then notes.
 * What the same rule says in the same words of several hosts is written once.
 */
final class FleetJson {
  private FleetJson() {}

  /** Something that was found, on however many hosts. */
  private record Matter(Severity severity, String rule, String message) {}

  /** A host or switch with its matters, by their places in the list of all. */
  private static final class Row {
    private final String name;
    private final Map<Severity, Integer> counts = new EnumMap<>(Severity.class);
    private final List<Integer> found = new ArrayList<>();

    Row(String name) {
      this.name = name;
    }

    int count(Severity severity) {
      return counts.getOrDefault(severity, 0);
    }

    void add(Severity severity, int matter) {
      counts.merge(severity, 1, Integer::sum);
      found.add(matter);
    }
  }

  private static final Comparator<Row> WORST_FIRST =
      Comparator.comparingInt((Row row) -> -row.count(Severity.ERROR))
          .thenComparingInt(row -> -row.count(Severity.WARNING))
          .thenComparingInt(row -> -row.count(Severity.INFO))
          .thenComparing(row -> row.name);

  static String of(AuditReport report) {
    Map<String, Row> rows = new LinkedHashMap<>();
    report.hosts().forEach(host -> rows.computeIfAbsent(host, Row::new));
    Map<Matter, Integer> matters = new LinkedHashMap<>();
    for (Finding finding : report.findings()) {
      Matter matter = new Matter(finding.severity(), finding.rule(), finding.message());
      Integer known = matters.putIfAbsent(matter, matters.size());
      String host = finding.place().host().isEmpty() ? "whole cluster" : finding.place().host();
      rows.computeIfAbsent(host, Row::new)
          .add(finding.severity(), known == null ? matters.size() - 1 : known);
    }
    JsonWriter json = JsonWriter.compact().object().array("matters");
    for (Matter matter : matters.keySet()) {
      json.object()
          .put("level", matter.severity().key())
          .put("rule", matter.rule())
          .put("message", matter.message())
          .endObject();
    }
    json.endArray().array("hosts");
    rows.values().stream().sorted(WORST_FIRST).forEach(row -> write(json, row));
    return json.endArray().endObject().toString();
  }

  private static void write(JsonWriter json, Row row) {
    json.object()
        .put("name", row.name)
        .put("errors", row.count(Severity.ERROR))
        .put("warnings", row.count(Severity.WARNING))
        .put("notes", row.count(Severity.INFO))
        .array("found");
    row.found.forEach(json::add);
    json.endArray().endObject();
  }
}
