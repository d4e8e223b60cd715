package dev.headroom.audit.document;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Finding;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.RuleOutcome;
import dev.headroom.audit.Severity;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.run.json.JsonWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of an audit report in the Static Analysis Results Interchange Format 2.1.0 (OASIS), which
 * code hosts show beside files.
 */
public final class AuditSarif {
  private AuditSarif() {}

  public static String of(AuditReport report, String version) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            .put("version", "2.1.0")
            .array("runs")
            .object()
            .object("tool")
            .object("driver")
            .put("name", "headroom audit")
            .put("version", version)
            .array("rules");
    Map<String, Integer> index = new LinkedHashMap<>();
    for (RuleOutcome outcome : report.outcomes()) {
      index.put(outcome.ruleInfo().id(), index.size());
      rule(json, outcome.ruleInfo());
    }
    json.endArray().endObject().endObject().array("results");
    Map<String, Integer> told = new HashMap<>();
    report.findings().forEach(each -> result(json, each, index, "", fingerprint(each, told)));
    report
        .waived()
        .forEach(each ->
            result(
                json,
                each.finding(),
                index,
                each.by().reason(),
                fingerprint(each.finding(), told)));
    return json.endArray().endObject().endArray().endObject() + "\n";
  }

  private static void rule(JsonWriter json, RuleInfo ruleInfo) {
    json.object()
        .put("id", ruleInfo.id())
        .object("shortDescription")
        .put("text", ruleInfo.title())
        .endObject()
        .object("fullDescription")
        .put("text", ruleInfo.cause())
        .endObject()
        .object("defaultConfiguration")
        .put("level", level(ruleInfo.severity()))
        .endObject()
        .endObject();
  }

  private static void result(
      JsonWriter json,
      Finding finding,
      Map<String, Integer> index,
      String reason,
      String fingerprint) {
    json.object()
        .put("ruleId", finding.rule())
        .put("ruleIndex", index.getOrDefault(finding.rule(), -1))
        .put("level", level(finding.severity()))
        .object("message")
        .put("text", finding.subject() + ": " + finding.message())
        .endObject();
    locations(json, finding.evidence());
    json.object("partialFingerprints").put("headroom/v1", fingerprint).endObject();
    if (!reason.isEmpty()) {
      json.array("suppressions")
          .object()
          .put("kind", "external")
          .put("justification", reason)
          .endObject()
          .endArray();
    }
    json.endObject();
  }

  private static void locations(JsonWriter json, List<Evidence> lines) {
    json.array("locations");
    for (Evidence line : lines) {
      json.object()
          .object("physicalLocation")
          .object("artifactLocation")
          .put("uri", uri(line.source().name()))
          .endObject();
      if (line.line() > 0) {
        json.object("region").put("startLine", line.line());
        json.object("snippet").put("text", line.text()).endObject().endObject();
      }
      json.endObject().endObject();
    }
    json.endArray();
  }

  /**
   * A path as a relative reference; what may not stand in one is percent-encoded. Before a colon in
   * its first segment, which a file in an archive has, would be a scheme.
   */
  static String uri(String path) {
    int colon = path.indexOf(':');
    int slash = path.indexOf('/');
    boolean scheme = colon >= 0 && (slash < 0 || colon < slash);
    try {
      return new URI(null, null, (scheme ? "./" : "") + path, null).toASCIIString();
    } catch (URISyntaxException e) {
      return "unnamed";
    }
  }

  /**
   * The same finding has the same one in every run, whatever the values of its sentence; no two
   * have the same one.
   *
   * @param told how many there were of each rule and subject
   */
  private static String fingerprint(Finding finding, Map<String, Integer> told) {
    try {
      String subject =
          String.join("\0", finding.rule(), finding.place().host(), finding.place().part());
      int before = told.merge(subject, 1, Integer::sum) - 1;
      String key = before == 0 ? subject : subject + "\0" + before;
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String level(Severity severity) {
    return severity == Severity.INFO ? "note" : severity.key();
  }
}
