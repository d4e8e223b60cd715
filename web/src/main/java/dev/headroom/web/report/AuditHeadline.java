package dev.headroom.web.report;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.Severity;
import dev.headroom.run.figures.NumberText;
import java.util.ArrayList;
import java.util.List;

/** Sentence at the head of an audit's page: how much was found, where, and the worst of it. */
final class AuditHeadline {
  private AuditHeadline() {}

  /**
   * The sentence.
   *
   * @param groups of the report, worst first
   */
  static String of(AuditReport report, List<Group> groups) {
    if (report.isEmpty()) {
      return "Nothing was checked: no rule had the input that it needs.";
    }
    if (groups.isEmpty()) {
      return "No findings in what was checked: %s%s%s."
          .formatted(
              NumberText.plural(report.passed(), "rule passed", "rules passed"),
              report.passedInPart() > 0
                  ? ", " + NumberText.count(report.passedInPart()) + " in part"
                  : "",
              report.unchecked() > 0
                  ? ", " + NumberText.count(report.unchecked()) + " not checked"
                  : "");
    }
    List<String> counts = new ArrayList<>();
    count(counts, report.count(Severity.ERROR), "error", "errors");
    count(counts, report.count(Severity.WARNING), "warning", "warnings");
    count(counts, report.count(Severity.INFO), "note", "notes");
    String counted =
        counts.size() < 3
            ? String.join(" and ", counts)
            : counts.get(0) + ", " + counts.get(1) + " and " + counts.get(2);
    return counted + where(report) + ". " + worst(groups.getFirst());
  }

  private static void count(List<String> counts, long number, String one, String several) {
    if (number > 0) {
      counts.add(NumberText.plural(number, one, several));
    }
  }

  private static String where(AuditReport report) {
    long places =
        report.findings().stream()
            .map(finding -> finding.place().host())
            .filter(host -> !host.isEmpty())
            .distinct()
            .count();
    int all = report.hosts().size();
    return all < 2 || places == 0
        ? ""
        : " on %s of %s machines".formatted(NumberText.count(places), NumberText.count(all));
  }

  private static String worst(Group group) {
    String message = group.first().message();
    String place = group.hosts().size() == 1 ? group.hosts().getFirst() : "";
    return "Worst: "
        + (place.isEmpty() ? "" : place + ": ")
        + message
        + (message.endsWith(".") ? "" : ".");
  }
}
