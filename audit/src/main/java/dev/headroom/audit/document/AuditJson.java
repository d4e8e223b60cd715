package dev.headroom.audit.document;

import dev.headroom.audit.AuditDiff;
import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditedCabling;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Price;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.audit.Waiver;
import dev.headroom.audit.coverage.Contradictions.Contradiction;
import dev.headroom.audit.coverage.SourceRead;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.formats.cabling.Cabling;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.run.json.JsonWriter;
import java.io.PrintWriter;
import java.util.List;

/** Writer of an audit report as JSON, by the schema {@code audit.schema.json}. */
public final class AuditJson {
  public static final int SCHEMA_VERSION = 1;

  private final JsonWriter json;

  private AuditJson(JsonWriter json) {
    this.json = json;
  }

  /** Writes it piece by piece: that of a thousand hosts has half a million sources. */
  public static void print(AuditReport report, PrintWriter out) {
    AuditJson writer = new AuditJson(JsonWriter.indented(out));
    writer.json.object().put("schemaVersion", SCHEMA_VERSION).array("hosts");
    report.hosts().forEach(writer.json::add);
    writer.json.endArray();
    writer.unreached(report);
    writer.summary(report);
    writer.findings("findings", report.findings());
    writer.waived(report);
    writer.rules(report.outcomes());
    writer.cabled(report.cabling());
    writer.sources(report);
    writer.unread(report);
    writer.json.endObject().end();
  }

  /** What changed between two audits. */
  public static void print(AuditDiff difference, PrintWriter out) {
    AuditJson writer = new AuditJson(JsonWriter.indented(out));
    writer.json.object().put("schemaVersion", SCHEMA_VERSION).put("same", difference.same());
    writer.findings("appeared", difference.appeared());
    writer.findings("gone", difference.gone());
    writer.findings("changed", difference.changed());
    writer.findings("unseen", difference.sourceGone());
    writer.json.endObject().end();
  }

  private void unreached(AuditReport report) {
    json.array("unreached");
    report
        .unreachedMachines()
        .forEach(each -> json.object().put("host", each.host()).put("why", each.why()).endObject());
    json.endArray();
  }

  private void summary(AuditReport report) {
    json.object("summary")
        .put("errors", report.count(Severity.ERROR))
        .put("warnings", report.count(Severity.WARNING))
        .put("infos", report.count(Severity.INFO))
        .put("rulesPassed", report.passed())
        .put("rulesPassedInPart", report.passedInPart())
        .put("rulesNotChecked", report.unchecked())
        .put("waived", report.waived().size())
        .endObject();
  }

  private void findings(String name, List<Finding> findings) {
    json.array(name);
    for (Finding finding : findings) {
      json.object();
      finding(finding);
      json.endObject();
    }
    json.endArray();
  }

  private void finding(Finding finding) {
    json.put("rule", finding.rule())
        .put("severity", finding.severity().key())
        .put("subject", finding.subject())
        .put("host", finding.place().host())
        .put("part", finding.place().part())
        .put("what", finding.message())
        .array("evidence");
    for (Evidence line : finding.evidence()) {
      json.object()
          .put("file", line.source().name())
          .put("line", line.line())
          .put("text", line.text())
          .endObject();
    }
    json.endArray().put("cause", finding.reason().cause());
    fix(finding.remedy().fix());
    price(finding.cost().price());
    json.put("source", finding.reason().source());
  }

  private void fix(Fix fix) {
    json.object("fix")
        .put("root", fix.needsRoot())
        .put("disruption", fix.disruption().key())
        .put("disruptive", fix.disruption().disruptive())
        .array("steps");
    for (FixStep step : fix.steps()) {
      json.object()
          .put("now", step.command())
          .put("afterReboot", step.afterReboot())
          .put("root", step.needsRoot())
          .put("disruption", step.disruption().key())
          .put("securityCost", step.securityCost())
          .endObject();
    }
    json.endArray().put("withheld", fix.unavailableReason()).endObject();
  }

  private void price(Price price) {
    switch (price) {
      case Price.Modelled it ->
          json.object("price")
              .put("metric", it.metric())
              .put("before", it.before())
              .put("after", it.after())
              .put("unit", it.unit())
              .put("digestBefore", it.digestBefore())
              .put("digestAfter", it.digestAfter())
              .put("command", it.command())
              .put("commandFixed", it.commandFixed())
              .endObject();
      case Price.Unknown it -> json.putNull("price").put("priceReason", it.reason());
    }
  }

  private void waived(AuditReport report) {
    json.array("waived");
    for (AuditReport.Waived each : report.waived()) {
      json.object();
      finding(each.finding());
      json.object("waiver");
      waiver(each.by());
      json.endObject().endObject();
    }
    json.endArray().array("expiredWaivers");
    for (Waiver each : report.expired()) {
      json.object();
      waiver(each);
      json.endObject();
    }
    json.endArray();
  }

  private void waiver(Waiver waiver) {
    json.put("rule", waiver.rule())
        .put("subject", waiver.subject())
        .put("reason", waiver.reason())
        .put("expires", waiver.expires().toString())
        .put("place", waiver.place());
  }

  private void rules(List<RuleOutcome> outcomes) {
    json.array("passed");
    for (RuleOutcome each : outcomes) {
      if (each.passed() > 0) {
        json.object()
            .put("rule", each.ruleInfo().id())
            .put("subjects", each.passed())
            .array("numbers");
        for (RuleOutcome.Numbers told : each.passedBy()) {
          json.object().put("host", told.host()).put("text", told.text()).endObject();
        }
        json.endArray().endObject();
      }
    }
    json.endArray().array("notChecked");
    for (RuleOutcome each : outcomes) {
      for (RuleOutcome.MissingInput absence : each.notChecked()) {
        json.object()
            .put("rule", each.ruleInfo().id())
            .put("host", absence.host())
            .put("needs", absence.input())
            .endObject();
      }
    }
    json.endArray().array("notApplicable");
    for (RuleOutcome each : outcomes) {
      for (RuleOutcome.MissingInput absence : each.notApplicable()) {
        json.object()
            .put("rule", each.ruleInfo().id())
            .put("host", absence.host())
            .put("why", absence.input())
            .endObject();
      }
    }
    json.endArray();
  }

  private void cabled(AuditedCabling cabled) {
    json.array("links");
    for (AuditedCabling.Link each : cabled.links()) {
      json.object()
          .put("host", each.host())
          .put("nic", each.nic())
          .put("switch", each.device())
          .put("port", each.port())
          .put("by", each.by())
          .put("file", each.evidence().source().name())
          .put("line", each.evidence().line())
          .endObject();
    }
    json.endArray().array("unjoined");
    for (Cabling.Unjoined each : cabled.unconnected()) {
      json.object()
          .put("host", each.end().host())
          .put("nic", each.end().nic())
          .put("why", each.why())
          .endObject();
    }
    json.endArray();
  }

  private void sources(AuditReport report) {
    json.array("sources");
    for (SourceRead each : report.sourcesRead()) {
      json.object()
          .put("host", each.host())
          .put("file", each.name())
          .put("kind", each.kind())
          .put("understood", each.recognizedLines())
          .put("ignored", each.ignored())
          .put("notUnderstood", each.notUnderstood())
          .array("lines");
      each.lines().forEach(json::add);
      json.endArray().put("notJudged", each.unjudged()).array("notJudgedLines");
      each.unjudgedLines().forEach(json::add);
      json.endArray().endObject();
    }
    json.endArray().array("contradictions");
    for (Contradiction each : report.contradictions()) {
      json.object()
          .put("host", each.host())
          .put("key", each.judged().key())
          .put("of", each.judged().subject().toString());
      said("judged", each.judged());
      said("other", each.other());
      json.endObject();
    }
    json.endArray();
  }

  private void said(String name, Fact fact) {
    json.object(name)
        .put("value", fact.value())
        .put("file", fact.evidence().source().name())
        .put("line", fact.evidence().line())
        .endObject();
  }

  private void unread(AuditReport report) {
    json.array("unread");
    for (AuditReport.Unread each : report.unreadFiles()) {
      json.object()
          .put("host", each.host())
          .put("file", each.file())
          .put("why", each.why())
          .endObject();
    }
    json.endArray();
  }
}
