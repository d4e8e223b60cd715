package dev.headroom.audit.document;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.formats.fact.Evidence;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writer of an audit report as JUnit XML, which every CI server shows. A rule is a test case, a
 * finding worth failing for is a failure, a rule without its input is skipped. It is what the
 * schema of Ant's JUnit task allows (JUnit.xsd of windyroad/JUnit-Schema), the strictest that is
 * published.
 */
public final class AuditJunit {
  private AuditJunit() {}

  /**
   * Findings of at least {@code failOn} are failures; the others go into the output.
   *
   * @param when the audit was made, in UTC
   */
  public static String of(AuditReport report, Severity failOn, LocalDateTime when) {
    Set<Finding> counted = new HashSet<>(report.findings());
    long failures =
        report.outcomes().stream()
            .filter(each -> !failing(each, counted, failOn).isEmpty())
            .count();
    long skipped = report.outcomes().stream().filter(AuditJunit::isSkipped).count();
    StringBuilder xml =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .append("<testsuite name=\"headroom audit\" hostname=\"")
            .append(MarkupEscaper.escaped(hosts(report)))
            .append("\" timestamp=\"")
            .append(
                DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(when.truncatedTo(ChronoUnit.SECONDS)))
            .append("\" time=\"0\" tests=\"")
            .append(report.outcomes().size())
            .append("\" failures=\"")
            .append(failures)
            .append("\" errors=\"0\" skipped=\"")
            .append(skipped)
            .append("\">\n  <properties/>\n");
    for (RuleOutcome each : report.outcomes()) {
      testCase(xml, each, counted, failOn);
    }
    xml.append("  <system-out>")
        .append(MarkupEscaper.escaped(others(report, counted, failOn)))
        .append("</system-out>\n  <system-err/>\n");
    return xml.append("</testsuite>\n").toString();
  }

  private static String hosts(AuditReport report) {
    String first = report.hosts().isEmpty() ? "" : report.hosts().getFirst().strip();
    return first.isEmpty() || report.hosts().size() > 1 ? "several" : first;
  }

  private static String others(AuditReport report, Set<Finding> counted, Severity failOn) {
    return report.outcomes().stream()
        .map(outcome -> {
          List<Finding> failing = failing(outcome, counted, failOn);
          return outcome.findings().stream().filter(each -> !failing.contains(each)).toList();
        })
        .filter(findings -> !findings.isEmpty())
        .map(findings -> findings.getFirst().rule() + ": " + text(findings))
        .collect(Collectors.joining("\n"));
  }

  private static void testCase(
      StringBuilder xml, RuleOutcome outcome, Set<Finding> counted, Severity failOn) {
    xml.append("  <testcase classname=\"")
        .append(MarkupEscaper.escaped(outcome.ruleInfo().group()))
        .append("\" name=\"")
        .append(MarkupEscaper.escaped(outcome.ruleInfo().id()))
        .append("\" time=\"0\">\n");
    List<Finding> failing = failing(outcome, counted, failOn);
    if (!failing.isEmpty()) {
      xml.append("    <failure type=\"")
          .append(failing.getFirst().severity().key())
          .append("\" message=\"")
          .append(MarkupEscaper.escaped(outcome.ruleInfo().title()))
          .append("\">")
          .append(MarkupEscaper.escaped(text(failing)))
          .append("</failure>\n");
    } else if (isSkipped(outcome)) {
      xml.append("    <skipped message=\"")
          .append(MarkupEscaper.escaped(reason(outcome)))
          .append("\"/>\n");
    }
    xml.append("  </testcase>\n");
  }

  private static List<Finding> failing(RuleOutcome outcome, Set<Finding> counted, Severity failOn) {
    return outcome.findings().stream()
        .filter(each -> each.severity().atLeast(failOn) && counted.contains(each))
        .toList();
  }

  private static boolean isSkipped(RuleOutcome outcome) {
    return outcome.passed() == 0 && outcome.findings().isEmpty();
  }

  /** Why a rule checked nothing. */
  private static String reason(RuleOutcome outcome) {
    if (!outcome.notChecked().isEmpty()) {
      return "needs " + outcome.notChecked().getFirst().input();
    }
    return outcome.notApplicable().isEmpty()
        ? "nothing to check"
        : "not applicable: " + outcome.notApplicable().getFirst().input();
  }

  private static String text(List<Finding> findings) {
    return findings.stream()
        .map(each ->
            each.subject()
                + ": "
                + each.message()
                + each.evidence().stream()
                    .map(Evidence::toString)
                    .map(line -> "\n  " + line)
                    .collect(Collectors.joining()))
        .collect(Collectors.joining("\n"));
  }
}
