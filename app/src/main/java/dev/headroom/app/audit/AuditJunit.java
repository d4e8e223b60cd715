package dev.headroom.app.audit;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Outcome;
import dev.headroom.audit.Report;
import dev.headroom.audit.Severity;
import dev.headroom.formats.fact.Evidence;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a report as JUnit's XML, which every CI server shows: a rule is a test case, a finding
 * worth failing for is a failure, a rule without its input is skipped.
 */
public final class AuditJunit {
  private AuditJunit() {}

  /** Findings of at least {@code failOn} are failures; the others go into a case's output. */
  public static String of(Report report, Severity failOn) {
    Set<Finding> counted = new HashSet<>(report.findings());
    long failures =
        report.outcomes().stream()
            .filter(each -> !failing(each, counted, failOn).isEmpty())
            .count();
    long skipped = report.outcomes().stream().filter(AuditJunit::isSkipped).count();
    StringBuilder xml =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .append("<testsuite name=\"headroom audit\" tests=\"")
            .append(report.outcomes().size())
            .append("\" failures=\"")
            .append(failures)
            .append("\" errors=\"0\" skipped=\"")
            .append(skipped)
            .append("\">\n");
    for (Outcome each : report.outcomes()) {
      testCase(xml, each, counted, failOn);
    }
    return xml.append("</testsuite>\n").toString();
  }

  private static void testCase(
      StringBuilder xml, Outcome outcome, Set<Finding> counted, Severity failOn) {
    xml.append("  <testcase classname=\"")
        .append(Markup.escaped(outcome.card().group()))
        .append("\" name=\"")
        .append(Markup.escaped(outcome.card().id()))
        .append("\">\n");
    List<Finding> failing = failing(outcome, counted, failOn);
    if (!failing.isEmpty()) {
      xml.append("    <failure type=\"")
          .append(failing.getFirst().severity().key())
          .append("\" message=\"")
          .append(Markup.escaped(outcome.card().title()))
          .append("\">")
          .append(Markup.escaped(text(failing)))
          .append("</failure>\n");
    } else if (isSkipped(outcome)) {
      xml.append("    <skipped message=\"")
          .append(Markup.escaped("needs " + outcome.notChecked().getFirst().what()))
          .append("\"/>\n");
    }
    List<Finding> others =
        outcome.findings().stream().filter(each -> !failing.contains(each)).toList();
    if (!others.isEmpty()) {
      xml.append("    <system-out>").append(Markup.escaped(text(others))).append("</system-out>\n");
    }
    xml.append("  </testcase>\n");
  }

  private static List<Finding> failing(Outcome outcome, Set<Finding> counted, Severity failOn) {
    return outcome.findings().stream()
        .filter(each -> each.severity().atLeast(failOn) && counted.contains(each))
        .toList();
  }

  private static boolean isSkipped(Outcome outcome) {
    return outcome.passed() == 0 && outcome.findings().isEmpty() && !outcome.notChecked().isEmpty();
  }

  private static String text(List<Finding> findings) {
    return findings.stream()
        .map(each ->
            each.subject()
                + ": "
                + each.what()
                + each.evidence().stream()
                    .map(Evidence::toString)
                    .map(line -> "\n  " + line)
                    .collect(Collectors.joining()))
        .collect(Collectors.joining("\n"));
  }
}
