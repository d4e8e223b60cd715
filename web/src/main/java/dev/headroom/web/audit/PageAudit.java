package dev.headroom.web.audit;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Severity;
import dev.headroom.audit.Waiver;
import dev.headroom.audit.WaiverException;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.document.AuditJson;
import dev.headroom.audit.document.FixPlanning;
import dev.headroom.audit.fix.FixScript;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.report.AuditPage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * Audit that a page asked for. Its documents are made when they are asked for, of the report under
 * the waivers that were given last.
 */
public final class PageAudit {
  private final long id;
  private final AuditedHosts hosts;
  private final String place;
  private volatile AuditReport report;

  /**
   * @param hosts all of them, judged
   * @param folder in which the files lay meanwhile, which documents do not name
   */
  public PageAudit(long id, AuditedHosts hosts, Path folder) {
    this.id = id;
    this.hosts = hosts;
    this.place = folder + "/";
    this.report = hosts.report(Waivers.NONE);
  }

  /** Whether no rule found anything to check. */
  public boolean isEmpty() {
    return report.isEmpty();
  }

  /**
   * Sets findings aside, as {@code headroom audit --waivers} does.
   *
   * @param text of a file of waivers; blank for none
   * @param file its name, for errors
   * @throws WaiverException if it is no such file
   * @throws IllegalArgumentException if a waiver names a rule that there is not
   */
  public synchronized void waive(String text, String file) {
    Waivers waivers = Waivers.read(text, file, LocalDate.now(ZoneId.systemDefault()));
    List<String> known = RuleCatalogue.all().stream().map(rule -> rule.info().id()).toList();
    for (Waiver each : waivers.named()) {
      if (!known.contains(each.rule())) {
        throw new IllegalArgumentException(
            "%s: no rule '%s'%s"
                .formatted(each.place(), each.rule(), SpellingSuggestion.hint(each.rule(), known)));
      }
    }
    report = hosts.report(waivers);
  }

  /** How much was found, as one line of JSON. */
  public String status() {
    AuditReport now = report;
    JsonWriter json =
        JsonWriter.compact()
            .object()
            .put("id", id)
            .put("hosts", now.hosts().size())
            .put("findings", now.groups().size())
            .put("errors", now.count(Severity.ERROR))
            .put("warnings", now.count(Severity.WARNING))
            .put("notes", now.count(Severity.INFO))
            .put("waived", now.waived().size())
            .put("expired", now.expired().size())
            .array("rules");
    now.findings().stream().map(each -> each.rule()).distinct().sorted().forEach(json::add);
    return json.endArray().endObject().toString();
  }

  /** The document of {@code headroom audit --json}. */
  public String json() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    AuditJson.print(report, out);
    out.flush();
    return plain(text.toString());
  }

  /** The page of {@code headroom audit --html}. */
  public String page() {
    return plain(AuditPage.of(report));
  }

  /** The script of {@code headroom audit --fix-script}. */
  public String fixScript() {
    return plain(FixScript.of(FixPlanning.of(report, Map.of())));
  }

  /** The hosts with what was found on each. */
  public String fleet() {
    return plain(FleetJson.of(report));
  }

  private String plain(String document) {
    return document.replace(place, "");
  }
}
