package dev.headroom.prove.report;

import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.StepPlan;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.slice.SliceList;
import dev.headroom.prove.verdict.Finding;
import dev.headroom.prove.verdict.LinkLedger;
import dev.headroom.prove.verdict.StepVerdict;
import dev.headroom.run.json.JsonWriter;

/** Documents of a burn-in as JSON: its plan, and its report. */
public final class BurnInJson {
  private static final int SCHEMA_VERSION = 1;

  private BurnInJson() {}

  /** What a plan would run. */
  public static String plan(BurnInPlan plan) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("kind", "burnin plan")
            .put("name", plan.name())
            .put("level", plan.level().word())
            .put("links", plan.targets().size())
            .put("seconds", plan.seconds())
            .array("steps");
    for (StepPlan step : plan.steps()) {
      json.object()
          .put("step", step.step().word())
          .put("seconds", step.seconds())
          .put("tool", step.tool().word())
          .put("article", step.step().rule(Level.ARTICLE))
          .put("standard", step.step().rule(Level.STANDARD))
          .endObject();
    }
    json.endArray().array("slices");
    for (Slice slice : SliceList.of(plan)) {
      json.object()
          .put("name", slice.name())
          .put("fromSecond", slice.fromSecond())
          .put("seconds", slice.seconds())
          .put("pairs", slice.pairs().size())
          .endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  /** The report. */
  public static String report(BurnInReport report) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("kind", "burnin report")
            .put("name", report.run().plan().name())
            .put("isRehearsal", report.run().isRehearsal())
            .put("isComplete", report.run().isComplete())
            .put("isClean", report.isClean())
            .put("headline", report.headline())
            .put("level", report.verdict().level().word())
            .put("records", report.chain().records())
            .put("lastHash", report.chain().last());
    report.signature().ifPresent(signature -> json.put("key", signature.keyName()));
    json.array("steps");
    report.verdict().steps().forEach(step -> step(json, step));
    json.endArray().array("links");
    for (LinkLedger link : report.run().links()) {
      json.object()
          .put("link", link.target().name())
          .put("trafficSeconds", link.whole().seconds())
          .put("cableBytes", link.whole().cableBytes())
          .object("moved");
      link.whole().moved().forEach(json::put);
      json.endObject().endObject();
    }
    json.endArray().array("extrapolated");
    report.extrapolated().forEach(json::add);
    json.endArray().array("notExercised");
    report.notExercised().forEach(json::add);
    return json.endArray().endObject() + "\n";
  }

  private static void step(JsonWriter json, StepVerdict step) {
    json.object()
        .put("step", step.step().word())
        .put("article", step.at(Level.ARTICLE).word())
        .put("standard", step.at(Level.STANDARD).word())
        .array("findings");
    for (Finding finding : step.findings()) {
      json.object()
          .put("link", finding.target())
          .put("verdict", finding.verdict().word())
          .put("atArticle", finding.levels().contains(Level.ARTICLE))
          .put("atStandard", finding.levels().contains(Level.STANDARD))
          .put("what", finding.what())
          .put("found", finding.found())
          .put("limit", finding.limit())
          .put("source", finding.source())
          .endObject();
    }
    json.endArray().array("facts");
    step.facts().forEach(json::add);
    json.endArray().endObject();
  }
}
