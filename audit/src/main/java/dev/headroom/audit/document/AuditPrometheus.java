package dev.headroom.audit.document;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writer of an audit report as metrics for node_exporter's textfile collector. */
public final class AuditPrometheus {
  private static final int LONGEST_LABEL = 256;

  private final StringBuilder text = new StringBuilder();

  private AuditPrometheus() {}

  public static String of(AuditReport report, Instant now) {
    AuditPrometheus writer = new AuditPrometheus();
    writer.head("headroom_audit_findings", "Findings without a waiver, by severity.");
    for (Severity severity : Severity.values()) {
      writer.sample(
          "headroom_audit_findings", Map.of("severity", severity.key()), report.count(severity));
    }
    writer.head("headroom_audit_finding", "A finding; present while the finding exists.");
    Map<Map<String, String>, Long> found =
        report.findings().stream()
            .collect(Collectors.groupingBy(AuditPrometheus::labels, Collectors.counting()));
    found.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.comparing(Map::toString)))
        .forEach(each -> writer.sample("headroom_audit_finding", each.getKey(), each.getValue()));
    writer.head("headroom_audit_rules", "Rules by result.");
    writer.sample("headroom_audit_rules", Map.of("result", "passed"), report.passed());
    writer.sample(
        "headroom_audit_rules", Map.of("result", "passed-in-part"), report.passedInPart());
    writer.sample("headroom_audit_rules", Map.of("result", "not-checked"), report.unchecked());
    writer.sample(
        "headroom_audit_rules",
        Map.of("result", "found"),
        report.outcomes().stream()
            .map(RuleOutcome::findings)
            .filter(all -> !all.isEmpty())
            .count());
    writer.head("headroom_audit_waived", "Findings with a waiver.");
    writer.sample("headroom_audit_waived", Map.of(), report.waived().size());
    writer.head("headroom_audit_unreached", "Machines that were asked for data and sent none.");
    writer.sample("headroom_audit_unreached", Map.of(), report.unreachedMachines().size());
    writer.head("headroom_audit_time_seconds", "Time of this file, in seconds since 1970.");
    writer.sample("headroom_audit_time_seconds", Map.of(), now.getEpochSecond());
    return writer.text.toString();
  }

  private static Map<String, String> labels(Finding finding) {
    return new TreeMap<>(
        Map.of(
            "rule", finding.rule(),
            "severity", finding.severity().key(),
            "host", finding.place().host(),
            "part", finding.place().part()));
  }

  private void head(String name, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(" gauge\n");
  }

  private void sample(String name, Map<String, String> labels, long value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append(
          new TreeMap<>(labels)
              .entrySet().stream()
                  .map(each -> each.getKey() + "=\"" + escaped(each.getValue()) + "\"")
                  .collect(Collectors.joining(",", "{", "}")));
    }
    text.append(' ').append(value).append('\n');
  }

  /** A backslash, a quote and a line end are all that the format escapes; other controls go. */
  private static String escaped(String value) {
    String cut = value.length() <= LONGEST_LABEL ? value : value.substring(0, LONGEST_LABEL);
    return cut.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replaceAll("\\p{Cntrl}", "?");
  }
}
