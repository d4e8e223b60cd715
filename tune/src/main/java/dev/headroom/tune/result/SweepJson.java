package dev.headroom.tune.result;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.compare.VariantRanking;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.results.EffectsJson;
import dev.headroom.run.summary.Measure;
import java.util.List;
import java.util.Optional;

/** Writer of {@code sweep.json}: the summary of a sweep. The rows are in its Parquet files. */
public final class SweepJson {
  public static final int SCHEMA_VERSION = 1;

  private final SweepSummary summary;
  private final JsonWriter json = JsonWriter.indented();

  private SweepJson(SweepSummary summary) {
    this.summary = summary;
  }

  public static String of(SweepSummary summary) {
    return new SweepJson(summary).write();
  }

  private String write() {
    SweepSummary.Counts counts = summary.counts();
    json.object()
        .put("schemaVersion", SCHEMA_VERSION)
        .put("verdict", SweepText.of(summary))
        .put("scenario", summary.plan().scenario().name())
        .put("scenarioHash", summary.plan().scenarioHash())
        .put("sample", summary.plan().sampling().toString())
        .put("settings", summary.plan().settings().count())
        .object("trials")
        .put("planned", counts.trials())
        .put("measured", counts.measured())
        .put("unfinished", counts.unfinished())
        .put("failed", counts.failed())
        .put("missing", counts.missing())
        .endObject()
        .put("cpuNs", counts.cpuNs());
    json.array("versions");
    counts.versions().forEach(json::add);
    json.endArray().put("judgedBy", summary.judge().key()).array("seeds");
    summary.ranking().seeds().forEach(json::add);
    json.endArray().put("judged", summary.ranking().judged()).array("best");
    summary.ranking().best().forEach(this::settings);
    json.endArray().object("explainedShares");
    summary.effects().shares().forEach(json::put);
    json.endObject();
    summary.effects().levels().ifPresent(effects -> EffectsJson.write(json, effects));
    json.array("failures");
    for (SweepSummary.Failure failure : summary.failures()) {
      json.object()
          .put("kind", failure.kind())
          .put("reason", failure.reason())
          .put("trials", failure.count())
          .put("trial", failure.trial());
      json.object("settings");
      summary.plan().trial(failure.trial()).settings().forEach(json::put);
      json.endObject().put("seed", summary.plan().seed(failure.trial())).endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  private void settings(SweepSummary.RankedSettings each) {
    json.object().object("settings");
    each.settings().forEach(json::put);
    json.endObject().put("isTie", each.isTie()).object("measures");
    List<Measure> looked = summary.looked();
    for (int i = 0; i < looked.size(); i++) {
      Optional<MeanEstimate> estimate = each.estimates().get(i);
      if (estimate.isEmpty()) {
        json.putNull(looked.get(i).key());
      } else {
        json.object(looked.get(i).key());
        estimate(estimate.get());
        json.endObject();
      }
    }
    json.endObject();
    each.gap().ifPresent(this::gap);
    json.endObject();
  }

  private void estimate(MeanEstimate estimate) {
    json.put("mean", estimate.mean()).put("least", estimate.least()).put("most", estimate.most());
    if (estimate.isKnown()) {
      json.put("deviation", estimate.deviation())
          .put("low95", estimate.low())
          .put("high95", estimate.high());
    }
  }

  private void gap(PairedDifference gap) {
    json.object("fromBest").put("mean", gap.difference().mean());
    if (gap.difference().isKnown()) {
      json.put("low", gap.difference().low())
          .put("high", gap.difference().high())
          .put("p", gap.chance())
          .put("isNoise", VariantRanking.isNoise(gap));
    }
    json.endObject();
  }
}
