package dev.headroom.web.report;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.result.SweepSummary;
import dev.headroom.tune.result.SweepText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writer of {@code sweep.html}: the best settings, the effect of each key as a picture, and all
 * settings as points, in one self-contained file.
 */
public final class SweepPage {
  private static final List<String> SCRIPTS =
      List.of("draw.js", "save.js", "tables.js", "effects.js", "sweep.js", "theme.js");

  private final SweepSummary summary;
  private final JsonWriter json = JsonWriter.compact();

  private SweepPage(SweepSummary summary) {
    this.summary = summary;
  }

  /** The page's text. */
  public static String of(SweepSummary summary) {
    return HtmlReport.page(
        "sweep of " + summary.plan().scenario().name(), new SweepPage(summary).data(), SCRIPTS);
  }

  private String data() {
    SweepSummary.Counts counts = summary.counts();
    json.object()
        .put("name", summary.plan().scenario().name())
        .put("verdict", SweepText.of(summary))
        .put("keys", String.join(", ", summary.plan().settings().keys()))
        .put("settings", summary.plan().settings().count())
        .put("sample", summary.plan().sampling().toString())
        .put("judged", summary.ranking().judged())
        .put("isGrid", summary.effects().isGrid())
        .array("trials")
        .add(counts.trials())
        .add(counts.measured())
        .add(counts.failed())
        .add(counts.missing())
        .endArray()
        .put("judge", 0)
        .array("seeds");
    summary.ranking().seeds().forEach(json::add);
    json.endArray().array("measures");
    for (Measure measure : summary.looked()) {
      json.array()
          .add(measure.name())
          .add(measure.better().name().toLowerCase(Locale.ROOT))
          .add(measure.unit().name().toLowerCase(Locale.ROOT))
          .endArray();
    }
    json.endArray().array("looked");
    for (int i = 0; i < summary.looked().size(); i++) {
      json.add(i);
    }
    json.endArray().array("ranked");
    for (int i = 0; i < summary.ranking().best().size(); i++) {
      json.add(i);
    }
    json.endArray().array("runs");
    summary.ranking().best().forEach(this::settings);
    json.endArray();
    summary
        .effects()
        .levels()
        .filter(levels -> summary.ranking().judged() > 1)
        .ifPresent(levels -> EffectData.write(json, levels, summary.looked()::indexOf));
    points();
    failures();
    return json.endObject().toString();
  }

  private void settings(SweepSummary.RankedSettings each) {
    String values = String.join(", ", each.settings().values());
    json.object()
        .put("label", values.isEmpty() ? each.label() : values)
        .put("report", "")
        .put("leads", each.isTie() ? 1 : 0)
        .array("values");
    each.estimates()
        .forEach(estimate -> json.add(estimate.map(MeanEstimate::mean).orElse(Double.NaN)));
    json.endArray().array("texts");
    for (int i = 0; i < summary.looked().size(); i++) {
      json.add(
          summary
              .looked()
              .get(i)
              .text(each.estimates().get(i).map(MeanEstimate::mean).orElse(Double.NaN)));
    }
    json.endArray().array("spreads");
    for (int i = 0; i < summary.looked().size(); i++) {
      spread(summary.looked().get(i), each.estimates().get(i));
    }
    json.endArray().endObject();
  }

  /** As {@code effects.js} reads it: ends of the interval, words, values, half the interval. */
  private void spread(Measure measure, Optional<MeanEstimate> estimate) {
    json.array();
    estimate
        .filter(each -> each.isKnown() && each.deviation() > 0)
        .ifPresent(each ->
            json.add(each.low())
                .add(each.high())
                .add("")
                .array()
                .endArray()
                .add(measure.text(each.reach())));
    json.endArray();
  }

  private void points() {
    json.object("shares");
    summary.effects().shares().forEach(json::put);
    json.endObject().array("levels");
    for (int key = 0; key < summary.plan().settings().keys().size(); key++) {
      json.object().put("key", summary.plan().settings().keys().get(key)).array("names");
      summary.plan().settings().levels(key).forEach(json::add);
      json.endArray().endObject();
    }
    json.endArray().array("points");
    Measure judge = summary.judge();
    for (SweepSummary.Point point : summary.effects().points()) {
      json.array().add(point.value()).add(judge.text(point.value()));
      json.add(String.join(", ", summary.plan().settings().settings(point.number()).values()));
      for (double place : point.places()) {
        json.add(place);
      }
      json.endArray();
    }
    json.endArray();
  }

  private void failures() {
    json.array("failures");
    for (SweepSummary.Failure failure : summary.failures()) {
      json.array()
          .add(failure.kind())
          .add(failure.count())
          .add(
              String.join(
                      ", ",
                      summary.plan().trial(failure.trial()).settings().entrySet().stream()
                          .map(Object::toString)
                          .toList())
                  + ", seed "
                  + summary.plan().seed(failure.trial()))
          .add(failure.reason())
          .endArray();
    }
    json.endArray();
  }
}
