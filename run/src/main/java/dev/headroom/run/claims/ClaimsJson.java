package dev.headroom.run.claims;

import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Optional;

/** Writer of verdicts on claims as JSON. */
public final class ClaimsJson {
  public static final int SCHEMA_VERSION = 1;

  private ClaimsJson() {}

  public static String of(List<ClaimVerdict> verdicts) {
    JsonWriter json =
        JsonWriter.indented().object().put("schemaVersion", SCHEMA_VERSION).array("claims");
    verdicts.forEach(verdict -> add(json, verdict));
    return json.endArray().endObject() + "\n";
  }

  private static void add(JsonWriter json, ClaimVerdict verdict) {
    json.object()
        .put("id", verdict.claim().id())
        .put("claim", verdict.claim().words())
        .put("verdict", verdict.outcome().words())
        .put("detail", verdict.detail())
        .put("sources", SourceAssessment.noteFor(verdict))
        .put("source", SourceAssessment.citation(verdict.claim()));
    if (verdict.claim() instanceof Claim.Numeric numeric) {
      json.put("article", numeric.stated().words());
      bound(json, "articleLow", numeric.stated().least());
      bound(json, "articleHigh", numeric.stated().most());
      json.put("slack", numeric.stated().slack());
      json.put("tolerance", numeric.stated().tolerance());
      json.put("boundChosenHere", numeric.stated().isBoundAssumed());
      numeric
          .caveat()
          .ifPresent(own -> json.put("caveat", own.kind().words()).put("note", own.sentence()));
      json.put("unit", numeric.stated().unit()).put("how", numeric.how()).array("measured");
      verdict
          .measured()
          .forEach(each -> add(json, each, Optional.of(numeric.stated().comparison(each.value()))));
      json.endArray().array("notCounted");
      verdict.comparisons().forEach(each -> add(json, each, Optional.empty()));
      json.endArray();
    }
    json.endObject();
  }

  private static void add(
      JsonWriter json, ClaimVerdict.Measured measured, Optional<String> comparison) {
    json.object().put("condition", measured.condition()).put("value", measured.value());
    comparison.ifPresent(words ->
        json.put("holds", measured.holds())
            .put("missedBy", measured.missed())
            .put("comparison", words));
    json.put("measuredBy", measured.by()).put("taken", measured.taken()).array("commands");
    measured.commands().forEach(json::add);
    json.endArray().endObject();
  }

  /** JSON has no infinity: a bound that is none is left out. */
  private static void bound(JsonWriter json, String name, double value) {
    if (Double.isFinite(value)) {
      json.put(name, value);
    }
  }
}
