package dev.headroom.run.results;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.compare.ComparedRun;
import dev.headroom.run.compare.Comparison;
import dev.headroom.run.compare.ComparisonSummary;
import dev.headroom.run.compare.FactorialEffects;
import dev.headroom.run.compare.MissingRun;
import dev.headroom.run.compare.VariantRanking;
import dev.headroom.run.compare.VariantRuns;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.Measure;
import java.util.Optional;

/**
 * Writer of {@code compare.json}: a list of runs with the same measures of each, results of
 * variants over all seeds, their differences, the effect of each value of each key, and runs
 * without a result.
 */
public final class CompareJson {
  public static final int SCHEMA_VERSION = 1;

  private final Comparison comparison;
  private final JsonWriter json = JsonWriter.indented();

  private CompareJson(Comparison comparison) {
    this.comparison = comparison;
  }

  public static String of(Comparison comparison) {
    return new CompareJson(comparison).write();
  }

  private String write() {
    json.object()
        .put("schemaVersion", SCHEMA_VERSION)
        .put("verdict", ComparisonSummary.of(comparison));
    json.put("judgedBy", comparison.decidingMeasure().key()).array("seeds");
    comparison.seeds().forEach(json::add);
    json.endArray().array("runs");
    comparison.runs().forEach(this::run);
    json.endArray().array("variants");
    comparison.variantRuns().forEach(this::variant);
    json.endArray();
    lead();
    FactorialEffects.of(comparison).ifPresent(effects -> EffectsJson.write(json, effects));
    json.array("refused");
    for (MissingRun each : comparison.missingRun()) {
      json.object().put("label", each.label());
      each.seed().ifPresent(seed -> json.put("seed", seed));
      json.put("why", each.reason()).endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  private void run(ComparedRun run) {
    json.object().put("label", run.variant().label());
    settings(run);
    json.put("seed", run.variant().seed())
        .put("folder", run.variant().folder())
        .put("outcome", run.ending().outcome())
        .put("unfinished", run.ending().unfinished())
        .put("digest", run.ending().digest());
    json.object("headline")
        .put("kind", run.headline().kind().word())
        .put("text", run.headline().text())
        .endObject()
        .object("measures");
    run.readings().forEach(reading -> json.put(reading.measure().key(), reading.value()));
    json.endObject().endObject();
  }

  private void settings(ComparedRun run) {
    json.object("settings");
    run.variant().settings().forEach(json::put);
    json.endObject();
  }

  /** Over its seeds; against the first variant, seed by seed. */
  private void variant(VariantRuns variant) {
    VariantRuns first = comparison.variantRuns().getFirst();
    json.object().put("label", variant.label());
    settings(variant.first());
    json.array("seeds");
    variant.seeds().forEach(json::add);
    json.endArray().array("unfinishedSeeds");
    variant.unfinished().forEach(json::add);
    json.endArray().object("measures");
    for (Measure measure : comparison.measures()) {
      Optional<MeanEstimate> estimate = variant.estimate(measure);
      if (estimate.isEmpty()) {
        json.putNull(measure.key());
        continue;
      }
      json.object(measure.key());
      estimate(estimate.get());
      if (!variant.equals(first)) {
        first
            .against(variant, measure)
            .ifPresent(
                paired -> difference("againstFirst", paired, VariantRanking.isNoise(paired)));
      }
      json.endObject();
    }
    json.endObject().endObject();
  }

  private void estimate(MeanEstimate estimate) {
    json.put("mean", estimate.mean()).put("least", estimate.least()).put("most", estimate.most());
    if (estimate.isKnown()) {
      json.put("deviation", estimate.deviation())
          .put("low95", estimate.low())
          .put("high95", estimate.high());
    }
  }

  private void difference(String name, PairedDifference paired, boolean isNoise) {
    MeanEstimate difference = paired.difference();
    json.object(name).put("seeds", difference.count()).put("mean", difference.mean());
    if (difference.isKnown()) {
      json.put("low", difference.low())
          .put("high", difference.high())
          .put("p", paired.chance())
          .put("isNoise", isNoise);
    }
    json.endObject();
  }

  private void lead() {
    VariantRanking variantRanking = comparison.lead(comparison.decidingMeasure());
    json.object("lead").array("ties");
    variantRanking.ties().forEach(each -> json.add(each.label()));
    json.endArray().array("others");
    for (VariantRanking.Gap gap : variantRanking.gaps()) {
      json.object().put("label", gap.variantRuns().label()).put("isTie", gap.isTie());
      difference("difference", gap.paired(), VariantRanking.isNoise(gap.paired()));
      json.endObject();
    }
    json.endArray().endObject();
  }
}
