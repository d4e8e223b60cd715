package dev.headroom.audit.document;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.AuditedCabling;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Evidence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Writer of an audit report as a self-contained HTML page without scripts. Its content security
 * policy allows the embedded style sheet, by its hash, and nothing else.
 */
public final class AuditPage {
  /** Beyond these a finding's evidence is only counted. */
  private static final int MOST_TITLE = 80;

  private static final int MOST_LINES = 8;

  private final StringBuilder html = new StringBuilder();

  private AuditPage() {}

  public static String of(AuditReport report) {
    AuditPage page = new AuditPage();
    page.head(report);
    page.unreached(report);
    page.section("Findings");
    List<Group> groups = report.groups();
    if (groups.isEmpty()) {
      page.element("p", "No findings.");
    }
    groups.forEach(page::finding);
    page.waived(report);
    page.cabled(report.cabling());
    page.notChecked(report);
    page.passed(report);
    page.unread(report);
    page.contradictions(report);
    page.sources(report);
    return page.html.append("</main>\n</body>\n</html>\n").toString();
  }

  private void head(AuditReport report) {
    String css = css();
    String title = "Audit of " + AuditText.audited(report.hosts(), MOST_TITLE);
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'sha256-")
        .append(hash(css))
        .append("'; base-uri 'none'; form-action 'none'\">\n");
    element("title", title + " - Headroom");
    html.append("<style>").append(css).append("</style>\n</head>\n<body>\n<main>\n");
    element("h1", title);
    html.append("<div class=\"counts\">\n");
    count(report.count(Severity.ERROR), "error", "errors");
    count(report.count(Severity.WARNING), "warning", "warnings");
    count(report.count(Severity.INFO), "note", "notes");
    count(report.passed(), "rule passed", "rules passed");
    if (report.passedInPart() > 0) {
      count(report.passedInPart(), "rule passed in part", "rules passed in part");
    }
    count(report.unchecked(), "rule not checked", "rules not checked");
    count(report.waived().size(), "waived", "waived");
    html.append("</div>\n");
  }

  private void count(long number, String one, String several) {
    html.append("<div><b>").append(number).append("</b>");
    html.append(number == 1 ? one : several).append("</div>\n");
  }

  private void unreached(AuditReport report) {
    if (!report.unreachedMachines().isEmpty()) {
      section("Not reached");
      html.append("<table>\n");
      report.unreachedMachines().forEach(each -> cells(each.host(), each.why()));
      html.append("</table>\n");
    }
  }

  private void finding(Group group) {
    Finding first = group.first();
    String level = first.severity().key();
    html.append("<article class=\"").append(level).append("\">\n<h3><span class=\"level\">");
    html.append(level).append("</span>");
    html.append(MarkupEscaper.escaped(first.rule() + " · " + AuditText.subject(group)));
    html.append("</h3>\n");
    element("p", first.message());
    html.append("<dl>\n");
    html.append("<dt>seen</dt><dd>");
    List<Evidence> lines = AuditText.evidence(group);
    lines.stream().limit(MOST_LINES).forEach(line -> element("pre", line.toString()));
    if (lines.size() > MOST_LINES) {
      element("p", AuditText.moreEvidence(lines.size() - MOST_LINES));
    }
    html.append("</dd>\n");
    row("cause", first.reason().cause());
    fix(group);
    row("price", AuditText.price(first.cost().price()));
    if (first.cost().price() instanceof Price.Modelled run) {
      run("as found", run.command(), run.digestBefore());
      run("once fixed", run.commandFixed(), run.digestAfter());
    }
    row("source", first.reason().source());
    html.append("</dl>\n</article>\n");
  }

  /** What shows a price again, and by what one sees that it is the same. */
  private void run(String label, String command, String digest) {
    html.append("<dt>").append(label).append("</dt><dd>");
    element("pre", command);
    element("p", "digest " + digest);
    html.append("</dd>\n");
  }

  private void fix(Group group) {
    Fix fix = group.first().remedy().fix();
    if (!fix.unavailableReason().isEmpty()) {
      row("fix", fix.unavailableReason());
      return;
    }
    if (fix.steps().isEmpty()) {
      return;
    }
    html.append("<dt>fix</dt><dd>");
    for (int i = 0; i < fix.steps().size(); i++) {
      boolean words = fix.steps().get(i) instanceof ManualStep;
      AuditText.commands(group, i, FixStep::command)
          .forEach(now -> element(words ? "p" : "pre", now));
      List<String> lasting = AuditText.commands(group, i, FixStep::afterReboot);
      if (!lasting.isEmpty()) {
        html.append("<p class=\"soft\">persistent</p>");
        lasting.forEach(command -> element("pre", command));
      }
    }
    String demands = AuditText.requirements(fix);
    if (!demands.isEmpty()) {
      html.append("<p class=\"soft\">").append(MarkupEscaper.escaped(demands)).append("</p>");
    }
    html.append("</dd>\n");
  }

  private void waived(AuditReport report) {
    if (report.waived().isEmpty() && report.expired().isEmpty()) {
      return;
    }
    section("Waived");
    html.append("<table>\n");
    report
        .waived()
        .forEach(each ->
            cells(
                each.finding().rule(),
                each.finding().subject(),
                each.by().reason(),
                "until " + each.by().expires()));
    report
        .expired()
        .forEach(
            each -> cells(each.rule(), each.subject(), each.reason(), "expired " + each.expires()));
    html.append("</table>\n");
  }

  private void notChecked(AuditReport report) {
    section("Not checked");
    html.append("<table>\n");
    for (Map.Entry<RuleInfo, Map<String, List<String>>> each : report.notChecked().entrySet()) {
      each.getValue()
          .forEach((what, hosts) ->
              cells(each.getKey().id(), "needs " + what, AuditText.names(hosts, 4)));
    }
    html.append("</table>\n");
  }

  private void passed(AuditReport report) {
    html.append("<details><summary>Passed</summary>\n<table>\n");
    for (RuleOutcome each : report.outcomes()) {
      if (each.isPass() || each.isPassInPart()) {
        cells(
            each.ruleInfo().id(),
            each.ruleInfo().title(),
            String.valueOf(each.passed()),
            each.isPass() ? "" : "in part: see Not checked");
      }
    }
    html.append("</table>\n</details>\n");
  }

  private void cabled(AuditedCabling cabled) {
    if (cabled.equals(AuditedCabling.NONE)) {
      return;
    }
    section("Links");
    html.append("<table>\n");
    cabled
        .links()
        .forEach(each ->
            cells(
                each.host() + " " + each.nic(),
                each.device() + " " + each.port(),
                "by %s, %s:%d"
                    .formatted(
                        each.by(), each.evidence().source().name(), each.evidence().line())));
    cabled.unconnected().forEach(each -> cells(each.end().toString(), "unknown link", each.why()));
    html.append("</table>\n");
  }

  private void unread(AuditReport report) {
    if (report.unreadFiles().isEmpty()) {
      return;
    }
    section("Not read");
    html.append("<table>\n");
    report.unreadFiles().forEach(each -> cells(each.host(), each.file(), each.why()));
    html.append("</table>\n");
  }

  private void contradictions(AuditReport report) {
    if (report.contradictions().isEmpty()) {
      return;
    }
    section("Contradictions");
    html.append("<table>\n");
    report.contradictions().forEach(each -> cells(each.host(), AuditText.contradiction(each)));
    html.append("</table>\n");
  }

  private void sources(AuditReport report) {
    html.append("<details><summary>Sources</summary>\n<table>\n<tr><th>file</th><th>read as</th>")
        .append("<th>understood</th><th>ignored</th><th>not understood</th>")
        .append("<th>not checked</th></tr>\n");
    report
        .sourcesRead()
        .forEach(each ->
            cells(
                each.name(),
                each.kind(),
                String.valueOf(each.recognizedLines()),
                String.valueOf(each.ignored()),
                AuditText.lineCount(each.notUnderstood(), each.lines()),
                AuditText.lineCount(each.unjudged(), each.unjudgedLines())));
    html.append("</table>\n</details>\n");
  }

  private void section(String title) {
    element("h2", title);
  }

  private void element(String name, String text) {
    html.append('<').append(name).append('>').append(MarkupEscaper.escaped(text));
    html.append("</").append(name).append(">\n");
  }

  private void row(String label, String text) {
    html.append("<dt>").append(label).append("</dt>");
    element("dd", text);
  }

  private void cells(String... texts) {
    html.append("<tr>");
    for (String text : texts) {
      html.append("<td>").append(MarkupEscaper.escaped(text)).append("</td>");
    }
    html.append("</tr>\n");
  }

  private static String css() {
    try (InputStream in = AuditPage.class.getResourceAsStream("audit.css")) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file audit.css");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String css) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
