package dev.headroom.web.report;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.AuditedCabling;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.document.AuditText;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.fix.ManualStep;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.json.JsonWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Writer of an audit report as a self-contained HTML page: the findings, worst first, with a search
 * and filters by severity, host and rule. What was not checked, what passed and what was read is
 * folded away.
 */
public final class AuditPage {
  private static final List<String> PARTS =
      List.of("audit.css", "draw.js", "save.js", "tables.js", "audit.js", "theme.js");

  /** Names of hosts in the title, in characters. */
  private static final int MOST_TITLE = 80;

  /** Beyond these a finding's evidence is only counted. */
  private static final int MOST_LINES = 8;

  private static final int MOST_HOSTS = 4;

  private final AuditReport report;
  private final List<Group> groups;
  private final Map<String, Integer> hosts = new HashMap<>();
  private final JsonWriter json = JsonWriter.compact();

  private AuditPage(AuditReport report) {
    this.report = report;
    groups = report.groups();
  }

  /** The page's text. */
  public static String of(AuditReport report) {
    return HtmlReport.page(title(report), new AuditPage(report).data(), PARTS);
  }

  private static String title(AuditReport report) {
    return "Audit of " + AuditText.audited(report.hosts(), MOST_TITLE);
  }

  private String data() {
    json.object()
        .put("name", title(report))
        .put("what", what())
        .put("headline", AuditHeadline.of(report, groups))
        .put("good", groups.isEmpty() && !report.isEmpty() && report.unreachedMachines().isEmpty());
    figures();
    json.put("findingCount", report.findings().size()).array("findings");
    groups.forEach(this::finding);
    json.endArray().array("hosts");
    hosts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(each -> json.add(each.getKey()));
    json.endArray();
    rows("unreached", report.unreachedMachines().stream().map(it -> List.of(it.host(), it.why())));
    rows(
        "unread", report.unreadFiles().stream().map(it -> List.of(it.host(), it.file(), it.why())));
    rows(
        "contradictions",
        report.contradictions().stream()
            .map(each -> List.of(each.host(), AuditText.contradiction(each))));
    waived();
    notChecked();
    passed();
    links();
    sources();
    return disarmed(json.endObject().toString());
  }

  /**
   * Without what turns the direction of writing around, or shows nothing: it may be a stranger's.
   */
  private static String disarmed(String data) {
    StringBuilder plain = new StringBuilder(data.length());
    data.codePoints()
        .map(c -> Character.getType(c) == Character.FORMAT ? 0xfffd : c)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  private String what() {
    return "%s, %s"
        .formatted(
            NumberText.plural(report.hosts().size(), "host or switch", "hosts and switches"),
            NumberText.plural(report.sourcesRead().size(), "source read", "sources read"));
  }

  private void figures() {
    json.array("figures");
    figure("errors", report.count(Severity.ERROR), "something does not work");
    figure("warnings", report.count(Severity.WARNING), "costs something");
    figure("notes", report.count(Severity.INFO), "worth knowing");
    figure(
        "rules passed",
        report.passed(),
        report.passedInPart() > 0
            ? NumberText.count(report.passedInPart()) + " more in part"
            : "looked at, no fault");
    figure("rules not checked", report.unchecked(), "an input was missing");
    if (!report.waived().isEmpty()) {
      figure("waived", report.waived().size(), "findings that somebody accepts");
    }
    json.endArray();
  }

  private void figure(String label, long number, String word) {
    json.array().add(label).add(NumberText.count(number)).add(word).endArray();
  }

  private void finding(Group group) {
    Finding first = group.first();
    List<Evidence> lines = AuditText.evidence(group);
    json.object()
        .put("level", first.severity().key())
        .put("rule", first.rule())
        .put("subject", AuditText.subject(group))
        .put("message", first.message())
        .array("hosts");
    group.hosts().forEach(host -> json.add(place(host)));
    json.endArray().array("seen");
    lines.stream().limit(MOST_LINES).forEach(line -> json.add(line.toString()));
    json.endArray();
    if (lines.size() > MOST_LINES) {
      json.put("more", AuditText.moreEvidence(lines.size() - MOST_LINES));
    }
    json.array("cause").add(first.reason().cause()).add(first.reason().source()).endArray();
    fix(group);
    if (first.cost().price() instanceof Price.Modelled price) {
      json.object("price")
          .put("text", AuditText.price(price))
          .put("found", price.command())
          .put("foundDigest", price.digestBefore())
          .put("fixed", price.commandFixed())
          .put("fixedDigest", price.digestAfter())
          .endObject();
    }
    json.endObject();
  }

  /** Of a host in the list of hosts. */
  private int place(String host) {
    Integer known = hosts.putIfAbsent(host, hosts.size());
    return known == null ? hosts.size() - 1 : known;
  }

  private void fix(Group group) {
    Fix fix = group.first().remedy().fix();
    json.array("fix");
    if (!fix.unavailableReason().isEmpty()) {
      step(true, List.of(fix.unavailableReason()), List.of());
      json.endArray();
      return;
    }
    for (int i = 0; i < fix.steps().size(); i++) {
      step(
          fix.steps().get(i) instanceof ManualStep,
          AuditText.commands(group, i, FixStep::command),
          AuditText.commands(group, i, FixStep::afterReboot));
    }
    json.endArray();
    String demands = AuditText.requirements(fix);
    if (!demands.isEmpty() && !fix.steps().isEmpty()) {
      json.put("demands", demands);
    }
  }

  private void step(boolean words, List<String> now, List<String> after) {
    json.object().put("words", words).array("now");
    now.forEach(json::add);
    json.endArray().array("after");
    after.forEach(json::add);
    json.endArray().endObject();
  }

  private void waived() {
    json.array("waived");
    report
        .waived()
        .forEach(each ->
            row(
                List.of(
                    each.finding().rule(),
                    each.finding().subject(),
                    each.by().reason(),
                    String.valueOf(each.by().expires()))));
    report
        .expired()
        .forEach(each ->
            row(List.of(each.rule(), each.subject(), each.reason(), "expired " + each.expires())));
    json.endArray();
  }

  /** By the input that is missing: what most rules lack comes first. */
  private void notChecked() {
    Map<String, Set<String>> rules = new LinkedHashMap<>();
    Map<String, Set<String>> missingOf = new LinkedHashMap<>();
    report
        .notChecked()
        .forEach((rule, inputs) ->
            inputs.forEach((input, ofHosts) -> {
              rules.computeIfAbsent(input, _ -> new TreeSet<>()).add(rule.id());
              missingOf.computeIfAbsent(input, _ -> new LinkedHashSet<>()).addAll(ofHosts);
            }));
    json.put("notCheckedRules", report.notChecked().size()).array("notChecked");
    rules.entrySet().stream()
        .sorted((a, b) -> b.getValue().size() - a.getValue().size())
        .forEach(each ->
            json.array()
                .add(each.getKey())
                .add(each.getValue().size())
                .add(String.join(", ", each.getValue()))
                .add(
                    AuditText.names(
                        List.copyOf(missingOf.getOrDefault(each.getKey(), Set.of())), MOST_HOSTS))
                .endArray());
    json.endArray();
  }

  private void passed() {
    json.array("passed");
    for (RuleOutcome each : report.outcomes()) {
      if (each.isPass() || each.isPassInPart()) {
        row(
            List.of(
                each.ruleInfo().id(),
                each.ruleInfo().title(),
                String.valueOf(each.passed()),
                each.isPass() ? "" : "in part: see Not checked"));
      }
    }
    json.endArray();
  }

  private void links() {
    AuditedCabling cabled = report.cabling();
    json.array("links");
    cabled
        .links()
        .forEach(each ->
            row(
                List.of(
                    each.host() + " " + each.nic(),
                    each.device() + " " + each.port(),
                    "%s, %s:%d"
                        .formatted(
                            each.by(), each.evidence().source().name(), each.evidence().line()))));
    cabled
        .unconnected()
        .forEach(each -> row(List.of(each.end().toString(), "unknown", each.why())));
    json.endArray();
  }

  private void sources() {
    rows(
        "sources",
        report.sourcesRead().stream()
            .map(each ->
                List.of(
                    each.name(),
                    each.kind(),
                    String.valueOf(each.recognizedLines()),
                    String.valueOf(each.ignored()),
                    AuditText.lineCount(each.notUnderstood(), each.lines()),
                    AuditText.lineCount(each.unjudged(), each.unjudgedLines()))));
  }

  private void rows(String name, Stream<List<String>> rows) {
    json.array(name);
    rows.forEach(this::row);
    json.endArray();
  }

  private void row(List<String> cells) {
    json.array();
    cells.forEach(json::add);
    json.endArray();
  }
}
