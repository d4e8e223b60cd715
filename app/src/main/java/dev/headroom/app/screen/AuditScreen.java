package dev.headroom.app.screen;

import dev.headroom.audit.AuditDiff;
import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.AuditedCabling;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.coverage.SourceRead;
import dev.headroom.audit.document.AuditText;
import dev.headroom.audit.document.InputOrigin;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.run.figures.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Audit report on a terminal, the worst findings first. */
public final class AuditScreen {
  private static final int MOST_TITLE = 66;

  /** Columns. */
  private static final Pattern TABLE = Pattern.compile("\\t|\\S {3,}\\S");

  /** Of a line that is broken at the end of the page. */
  private static final int LONGEST = 320;

  private static final Pattern NCCL = Pattern.compile("NCCL (INFO|WARN) ");
  private static final int MOST_LINES = 3;

  /** Of a source with lines that were not judged, in characters. */
  private static final int LONGEST_PATH = 40;

  /** Of a step of one finding about several parts. */
  private static final int MOST_COMMANDS = 8;

  private static final int MOST_GROUPS = 60;
  private static final int MOST_UNREAD = 12;

  /** Of links, and of ports without one. */
  private static final int MOST_LINKS = 8;

  /** Of sources with lines that were not understood or not judged. */
  private static final int MOST_SOURCES = 4;

  private final TerminalPage page;
  private final boolean all;
  private boolean priced;

  private AuditScreen(Terminal terminal, boolean all) {
    page = new TerminalPage(terminal);
    this.all = all;
  }

  /**
   * The report.
   *
   * @param notes paragraphs about what was looked at, before the findings
   * @param all whether to list all that was not read, every input that was missing with its rules,
   *     and the numbers by which rules passed
   */
  public static String of(AuditReport report, List<String> notes, Terminal terminal, boolean all) {
    AuditScreen screen = new AuditScreen(terminal, all);
    screen.priced =
        report.findings().stream().anyMatch(each -> !each.cost().price().equals(Price.NOT_ASKED));
    screen.page.heading("audit of " + AuditText.audited(report.hosts(), MOST_TITLE));
    screen.page.sentence(summary(report));
    notes.forEach(screen.page::paragraph);
    screen.unreached(report);
    List<Group> groups = report.groups();
    groups.stream().limit(MOST_GROUPS).forEach(screen::finding);
    if (groups.size() > MOST_GROUPS) {
      screen.page.line("");
      screen.page.paragraph(
          NumberText.plural(groups.size() - MOST_GROUPS, "finding")
              + " more; see --json or --html");
    }
    screen.waived(report);
    screen.cabled(report.cabling());
    screen.unread(report);
    screen.uncovered(report);
    screen.contradictions(report);
    screen.passed(report);
    screen.notChecked(report);
    return screen.page.toString();
  }

  /** What changed from one audit to another. */
  public static String of(AuditDiff difference, Terminal terminal) {
    AuditScreen screen = new AuditScreen(terminal, true);
    screen.page.heading("changes");
    screen.page.sentence(
        "%d new, %d changed, %d gone, %d without input, %d unchanged"
            .formatted(
                difference.appeared().size(),
                difference.changed().size(),
                difference.gone().size(),
                difference.sourceGone().size(),
                difference.same()));
    difference.appeared().forEach(each -> screen.finding(new Group(List.of(each))));
    difference.changed().forEach(each -> screen.finding(new Group(List.of(each))));
    screen.list("gone", difference.gone());
    screen.list(
        "without input: the file that showed the finding is missing", difference.sourceGone());
    return screen.page.toString();
  }

  private void list(String title, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    page.heading(title);
    findings.forEach(
        each -> page.paragraph(each.rule() + " · " + each.subject() + ": " + each.message()));
  }

  private void unreached(AuditReport report) {
    if (report.unreachedMachines().isEmpty()) {
      return;
    }
    page.line("");
    page.heading("not reached");
    report.unreachedMachines().forEach(each -> page.paragraph(each.host() + ": " + each.why()));
  }

  /** Links between hosts and switches, with what made each, and ports that nothing joins. */
  private void cabled(AuditedCabling cabled) {
    if (cabled.equals(AuditedCabling.NONE)) {
      return;
    }
    page.line("");
    page.heading("links");
    int most = all ? Integer.MAX_VALUE : MOST_LINKS;
    cabled.links().stream()
        .limit(most)
        .forEach(each ->
            page.paragraph(
                "%s %s - %s %s, by %s (%s:%d)"
                    .formatted(
                        each.host(),
                        each.nic(),
                        each.device(),
                        each.port(),
                        each.by(),
                        each.evidence().source().name(),
                        each.evidence().line())));
    cabled.unconnected().stream()
        .limit(most)
        .forEach(each -> page.paragraph("unknown link: " + each.end() + ": " + each.why()));
    int more =
        Math.max(0, cabled.links().size() - most) + Math.max(0, cabled.unconnected().size() - most);
    if (more > 0) {
      page.paragraph("and " + more + " more (--all lists them)");
    }
  }

  private void unread(AuditReport report) {
    if (report.unreadFiles().isEmpty()) {
      return;
    }
    page.line("");
    page.heading("not read");
    int most = all ? Integer.MAX_VALUE : MOST_UNREAD;
    report.unreadFiles().stream()
        .limit(most)
        .forEach(each -> page.paragraph(each.file() + ": " + each.why()));
    if (report.unreadFiles().size() > most) {
      page.paragraph("and " + (report.unreadFiles().size() - most) + " more (--all lists them)");
    }
  }

  /** Lines that no reader understood or no rule checked, the most not understood first. */
  private void uncovered(AuditReport report) {
    List<SourceRead> gaps =
        report.sourcesRead().stream()
            .filter(each -> !each.isCovered())
            .sorted(
                Comparator.comparingLong(SourceRead::notUnderstood)
                    .thenComparingLong(SourceRead::unjudged)
                    .reversed())
            .toList();
    if (gaps.isEmpty()) {
      return;
    }
    page.line("");
    page.heading("not judged");
    int most = all ? Integer.MAX_VALUE : MOST_SOURCES;
    gaps.stream().limit(most).forEach(each -> page.paragraph(uncovered(each)));
    List<SourceRead> rest = gaps.subList(Math.min(most, gaps.size()), gaps.size());
    if (!rest.isEmpty()) {
      page.paragraph(
          "%s more: %d lines not understood, %d that no rule checked (--all lists them)"
              .formatted(
                  NumberText.plural(rest.size(), "source"),
                  rest.stream().mapToLong(SourceRead::notUnderstood).sum(),
                  rest.stream().mapToLong(SourceRead::unjudged).sum()));
    }
  }

  private static String uncovered(SourceRead source) {
    List<String> words = new ArrayList<>();
    if (source.notUnderstood() > 0) {
      words.add(
          "lines not understood: " + AuditText.lineCount(source.notUnderstood(), source.lines()));
    }
    if (source.unjudged() > 0) {
      words.add(
          "lines that no rule checked: "
              + AuditText.lineCount(source.unjudged(), source.unjudgedLines()));
    }
    return shortened(source.name()) + " as " + source.kind() + ": " + String.join("; ", words);
  }

  /** A file with its folder, where its whole path would fill the line. */
  private static String shortened(String path) {
    int file = path.lastIndexOf('/');
    int folder = path.lastIndexOf('/', file - 1);
    return path.length() <= LONGEST_PATH || folder < 0 ? path : path.substring(folder + 1);
  }

  /** Values of other sources that contradict the judged ones. */
  private void contradictions(AuditReport report) {
    if (report.contradictions().isEmpty()) {
      return;
    }
    page.line("");
    page.heading("contradictions");
    int most = all ? Integer.MAX_VALUE : MOST_SOURCES;
    report.contradictions().stream()
        .limit(most)
        .forEach(each -> page.paragraph(each.host() + ": " + AuditText.contradiction(each)));
    if (report.contradictions().size() > most) {
      page.paragraph("and " + (report.contradictions().size() - most) + " more (--all lists them)");
    }
  }

  private static String summary(AuditReport report) {
    List<String> words = new ArrayList<>();
    add(words, report.count(Severity.ERROR), "error", "errors");
    add(words, report.count(Severity.WARNING), "warning", "warnings");
    add(words, report.count(Severity.INFO), "note", "notes");
    if (words.isEmpty()) {
      words.add(report.isEmpty() ? "nothing was checked" : "no findings");
    }
    add(words, report.passed(), "rule passed", "rules passed");
    add(words, report.passedInPart(), "passed in part", "passed in part");
    add(words, report.unchecked(), "not checked", "not checked");
    add(words, report.waived().size(), "waived", "waived");
    add(words, report.unreachedMachines().size(), "host not reached", "hosts not reached");
    return String.join(" · ", words);
  }

  private static void add(List<String> words, long number, String one, String several) {
    if (number > 0) {
      words.add(number + " " + (number == 1 ? one : several));
    }
  }

  private void finding(Group group) {
    Finding first = group.first();
    page.line("");
    page.sentence(
        first.severity().name().toUpperCase(Locale.ROOT)
            + "  "
            + first.rule()
            + "  "
            + AuditText.subject(group));
    page.paragraph(first.message());
    List<Evidence> lines = AuditText.evidence(group);
    String label = "seen";
    for (Evidence line : lines.subList(0, Math.min(MOST_LINES, lines.size()))) {
      page.labelled(label, line.location());
      seen(telling(line.text().strip()), line.equals(lines.getFirst()));
      label = "";
    }
    if (lines.size() > MOST_LINES) {
      page.labelled("", AuditText.moreEvidence(lines.size() - MOST_LINES));
    }
    page.labelled("because", first.reason().cause());
    fix(group);
    if (priced) {
      page.labelled("price", AuditText.price(first.cost().price()));
    }
    if (first.cost().price() instanceof Price.Modelled modelled) {
      page.command("as found", modelled.command());
      page.labelled("", "digest " + modelled.digestBefore());
      page.command("fixed", modelled.commandFixed());
      page.labelled("", "digest " + modelled.digestAfter());
    }
  }

  /** The line that decides is shown whole, unless it is a row of a table. */
  private void seen(String text, boolean decides) {
    if (decides && !TABLE.matcher(text).find()) {
      page.labelled("", text.length() > LONGEST ? text.substring(0, LONGEST) + " ..." : text);
    } else {
      page.verbatim(text);
    }
  }

  /** Without what launchers put before a line of NCCL's: the rest is what tells. */
  private static String telling(String text) {
    Matcher said = NCCL.matcher(text);
    return said.find() && said.start() > 0 ? "... " + text.substring(said.start()) : text;
  }

  private void fix(Group group) {
    Fix fix = group.first().remedy().fix();
    if (!fix.unavailableReason().isEmpty()) {
      page.labelled("fix", fix.unavailableReason());
      return;
    }
    for (int i = 0; i < fix.steps().size(); i++) {
      if (fix.steps().get(i) instanceof ManualStep advice) {
        page.labelled("fix", advice.command());
        continue;
      }
      commands("now", AuditText.commands(group, i, FixStep::command));
      commands("persist", AuditText.commands(group, i, FixStep::afterReboot));
    }
    String demands = AuditText.requirements(fix);
    if (!demands.isEmpty()) {
      page.labelled("", demands);
    }
  }

  /** Those of the first parts; the script of fixes has all. */
  private void commands(String label, List<String> commands) {
    for (String command : commands.subList(0, Math.min(MOST_COMMANDS, commands.size()))) {
      if (command.startsWith("# ")) {
        page.labelled(label, command.substring(2));
      } else {
        page.command(label, command);
      }
    }
    if (commands.size() > MOST_COMMANDS) {
      page.labelled(
          "",
          "and %d more such commands (--fix-script)".formatted(commands.size() - MOST_COMMANDS));
    }
  }

  private void waived(AuditReport report) {
    if (report.waived().isEmpty() && report.expired().isEmpty()) {
      return;
    }
    page.line("");
    page.heading("waived");
    report
        .waived()
        .forEach(each ->
            page.paragraph(
                "%s · %s: %s (until %s)"
                    .formatted(
                        each.finding().rule(),
                        each.finding().subject(),
                        each.by().reason(),
                        each.by().expires())));
    report
        .expired()
        .forEach(each ->
            page.paragraph(
                "%s: the waiver of %s for '%s' expired on %s"
                    .formatted(each.place(), each.rule(), each.subject(), each.expires())));
  }

  /** The numbers by which rules passed something, for those who want to see them. */
  private void passed(AuditReport report) {
    List<String> told =
        report.outcomes().stream()
            .flatMap(outcome ->
                outcome.passedBy().stream()
                    .map(each -> outcome.ruleInfo().id() + " · " + each.host() + " " + each.text()))
            .toList();
    if (!all || told.isEmpty()) {
      return;
    }
    page.line("");
    page.heading("passed, with these numbers");
    told.forEach(page::paragraph);
  }

  private void notChecked(AuditReport report) {
    Map<RuleInfo, Map<String, List<String>>> missing = report.notChecked();
    if (missing.isEmpty()) {
      return;
    }
    page.line("");
    page.heading("not checked");
    if (!all) {
      page.paragraph(briefly(missing.keySet()));
      return;
    }
    Map<String, List<String>> byNeed = new LinkedHashMap<>();
    missing.forEach((ruleInfo, needs) ->
        needs
            .keySet()
            .forEach(
                need -> byNeed.computeIfAbsent(need, _ -> new ArrayList<>()).add(ruleInfo.id())));
    byNeed.entrySet().stream()
        .sorted((a, b) -> b.getValue().size() - a.getValue().size())
        .forEach(each ->
            page.paragraph("needs " + each.getKey() + ": " + String.join(", ", each.getValue())));
  }

  /** How many rules lack an input of each place: a paste of two lines leaves hundreds unchecked. */
  private static String briefly(Set<RuleInfo> rules) {
    Map<InputOrigin, Integer> counts = new EnumMap<>(InputOrigin.class);
    rules.forEach(rule -> counts.merge(InputOrigin.of(rule), 1, Integer::sum));
    String places =
        counts.entrySet().stream()
            .sorted(Map.Entry.<InputOrigin, Integer>comparingByValue().reversed())
            .map(each -> each.getKey().words() + " (" + each.getValue() + ")")
            .collect(Collectors.joining(", "));
    return ("%s lack an input for all or a part of what they check: %s. headroom collect gathers a "
            + "host's inputs; --all lists all.")
        .formatted(NumberText.plural(rules.size(), "rule"), places);
  }
}
