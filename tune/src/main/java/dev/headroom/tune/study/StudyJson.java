package dev.headroom.tune.study;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.tune.search.Confirmation;
import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.KnobBand;
import dev.headroom.tune.search.KnobEffect;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Dimension;
import java.util.List;
import java.util.Locale;

/** Writer of {@code tune.json}: everything that a study found. */
public final class StudyJson {
  private final StudyResult result;
  private final JsonWriter json = JsonWriter.indented();

  private StudyJson(StudyResult result) {
    this.result = result;
  }

  /** The document. */
  public static String of(StudyResult result) {
    return new StudyJson(result).text();
  }

  private String text() {
    SearchResult search = result.search();
    json.object()
        .put("scenario", result.study().scenario().name())
        .put("verdict", word(search.verdict()))
        .put("ended", word(search.stop()))
        .put("runs", search.runs())
        .put("seed", result.study().seed())
        .array("objectives");
    for (Objective objective : result.study().objectives()) {
      json.object()
          .put("measure", objective.measure())
          .put("better", word(objective.better()))
          .put("flat", search.flat().contains(objective))
          .endObject();
    }
    json.endArray().array("constraints");
    for (Constraint constraint : result.constraints()) {
      json.object().put("name", constraint.name()).put("meaning", constraint.meaning()).endObject();
    }
    json.endArray();
    space();
    json.name("today");
    candidate(search.today());
    json.array("presets");
    for (NamedCandidate preset : result.presets()) {
      json.object().put("name", preset.name());
      settings(preset.candidate());
      json.endObject();
    }
    json.endArray().array("front");
    search.front().forEach(this::candidate);
    json.endArray().array("finalists");
    search.finalists().forEach(this::finalist);
    json.endArray();
    search.confirmation().ifPresent(this::confirmation);
    json.array("againstPresets");
    result.againstPresets().forEach(this::paired);
    json.endArray().array("robustness");
    result.robustness().forEach(this::paired);
    json.endArray().array("bands");
    for (KnobBand band : search.bands()) {
      json.object()
          .put("knob", band.knob())
          .put("from", band.least())
          .put("to", band.most())
          .put("share", band.share())
          .put("candidates", band.candidates())
          .endObject();
    }
    json.endArray().array("effects");
    search.effects().forEach(this::effects);
    json.endArray().array("candidates");
    search.candidates().forEach(this::candidate);
    return json.endArray().endObject() + "\n";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void space() {
    json.array("knobs");
    for (Dimension dimension : result.space().dimensions()) {
      json.object()
          .put("knob", dimension.knob())
          .put("values", dimension.size())
          .put("from", dimension.values().getFirst())
          .put("to", dimension.values().getLast())
          .put("source", dimension.source());
      dimension.link().ifPresent(link -> json.put("linkedTo", link.to()));
      json.endObject();
    }
    json.endArray();
  }

  private void settings(Candidate candidate) {
    json.object("settings");
    candidate.settings().forEach(json::put);
    json.endObject();
  }

  private void candidate(RankedCandidate ranked) {
    json.object();
    settings(ranked.candidate());
    Evaluation evaluation = ranked.evaluation();
    json.put("runs", evaluation.runs()).put("feasible", evaluation.isFeasible());
    evaluation.failure().ifPresent(reason -> json.put("failure", reason));
    if (!evaluation.violations().isEmpty()) {
      json.object("violations");
      evaluation.violations().forEach(json::put);
      json.endObject();
    }
    json.object("objectives");
    List<Objective> objectives = result.study().objectives();
    for (int i = 0; i < ranked.estimates().size(); i++) {
      ObjectiveEstimate estimate = ranked.estimates().get(i);
      json.object(objectives.get(i).measure())
          .put("value", estimate.value())
          .put("error", estimate.error())
          .endObject();
    }
    json.endObject().endObject();
  }

  private void finalist(Finalist finalist) {
    json.object();
    settings(finalist.candidate().candidate());
    json.put("compromise", finalist.compromise()).array("bestOf");
    finalist.bestOf().forEach(objective -> json.add(objective.measure()));
    json.endArray();
    differences(finalist.differences());
    json.endObject();
  }

  private void confirmation(Confirmation confirmation) {
    json.object("confirmation");
    settings(confirmation.candidate());
    json.put("outcome", word(confirmation.outcome()))
        .put("conditions", confirmation.conditions())
        .put("mostConditions", confirmation.most())
        .put("feasible", confirmation.chosen().isFeasible())
        .put("negligible", SearchSettings.NEGLIGIBLE)
        .put("mostHarm", UnseenDifference.MOST_HARM);
    differences(confirmation.differences());
    json.endObject();
  }

  private void differences(List<UnseenDifference> differences) {
    json.array("differences");
    for (UnseenDifference each : differences) {
      MeanEstimate difference = each.difference().difference();
      json.object()
          .put("measure", each.objective().measure())
          .put("other", each.today())
          .put("chosen", each.mean())
          .put("difference", difference.mean())
          .put("low", difference.low())
          .put("high", difference.high())
          .put("pairs", difference.count())
          .put("better", each.isBetter())
          .put("worse", each.isWorse())
          .put("harmless", each.isHarmless())
          .endObject();
    }
    json.endArray();
  }

  private void paired(PairedRuns each) {
    json.object()
        .put("name", each.name())
        .put("description", each.description())
        .put("feasible", each.chosen().isFeasible())
        .put("otherFeasible", each.other().isFeasible());
    differences(each.differences());
    json.endObject();
  }

  private void effects(ObjectiveEffects effects) {
    json.object()
        .put("measure", effects.objective().measure())
        .put("kind", word(effects.kind()))
        .put("explained", effects.explained())
        .array("knobs");
    for (KnobEffect effect : effects.knobs()) {
      json.object()
          .put("knob", effect.knob())
          .put("main", effect.main().value())
          .put("mainError", effect.main().error())
          .put("total", effect.total().value())
          .put("totalError", effect.total().error())
          .array("curve");
      for (KnobEffect.Point point : effect.curve()) {
        json.object().put("value", point.value()).put("mean", point.mean()).endObject();
      }
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }
}
