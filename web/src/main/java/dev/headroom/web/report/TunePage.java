package dev.headroom.web.report;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.tune.search.Confirmation;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.KnobEffect;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.search.Verdict;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.study.Constraint;
import dev.headroom.tune.study.StudyFront;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyText;
import dev.headroom.tune.study.TodayValues;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writer of {@code tune.html}: the verdict, the settings beside today's, the front and the knobs
 * that matter as pictures, in one self-contained file.
 */
public final class TunePage {
  private static final List<String> SCRIPTS =
      List.of("draw.js", "save.js", "tables.js", "tune.js", "theme.js");

  private final StudyResult result;
  private final SearchResult search;
  private final Scenario scenario;
  private final StudyText text;
  private final List<Objective> objectives;
  private final Set<Candidate> front;
  private final JsonWriter json = JsonWriter.compact();

  private TunePage(StudyResult result, Scenario scenario) {
    this.result = result;
    this.search = result.search();
    this.scenario = scenario;
    this.text = new StudyText(result);
    this.objectives = result.study().objectives();
    this.front =
        search.front().stream().map(RankedCandidate::candidate).collect(Collectors.toSet());
  }

  /**
   * The page's text.
   *
   * @param scenario with today's settings
   */
  public static String of(StudyResult result, Scenario scenario) {
    return HtmlReport.page(
        "search of " + scenario.name(), new TunePage(result, scenario).data(), SCRIPTS);
  }

  private String data() {
    json.object()
        .put("name", scenario.name())
        .put("what", "Search for settings: " + text.basis() + ". " + text.end())
        .put("verdict", text.verdict())
        .put(
            "good", search.verdict() != Verdict.NONE_FEASIBLE && search.verdict() != Verdict.REPAIR)
        .put("flat", text.flat())
        .put("basis", text.basis() + ".")
        .array("objectives");
    for (Objective objective : objectives) {
      json.object()
          .put("name", text.name(objective))
          .put("better", objective.better().name().toLowerCase(Locale.ROOT))
          .put("unit", text.unit(objective))
          .endObject();
    }
    json.endArray();
    finalists();
    confirmation();
    json.array("candidates");
    search.candidates().forEach(this::candidate);
    json.endArray().array("front");
    for (StudyFront.Row row : StudyFront.rows(search.front())) {
      json.object()
          .put("number", row.number())
          .put("name", name(row.first().candidate()) + row.alike());
      values(row.first());
      json.endObject();
    }
    json.endArray().array("effects");
    for (int i = 0; i < search.effects().size(); i++) {
      effects(i, search.effects().get(i));
    }
    json.endArray().array("presets");
    text.presets().forEach(json::add);
    json.endArray().array("robustness");
    text.robustness().forEach(json::add);
    json.endArray().array("constraints");
    result.constraints().stream().map(Constraint::meaning).forEach(json::add);
    return json.endArray().endObject().toString();
  }

  private void finalists() {
    json.array("finalists");
    for (Finalist finalist : search.finalists()) {
      json.object().put("title", text.title(finalist)).endObject();
    }
    json.endArray().array("rows");
    for (String knob : result.space().knobs()) {
      json.object().put("name", knob).put("today", TodayValues.of(scenario, knob)).array("cells");
      for (Finalist finalist : search.finalists()) {
        json.add(finalist.candidate().candidate().settings().getOrDefault(knob, "as today"));
      }
      json.endArray().endObject();
    }
    for (Objective objective : objectives) {
      json.object()
          .put("name", text.name(objective))
          .put("today", text.todayUnseen(objective))
          .array("cells");
      for (Finalist finalist : search.finalists()) {
        json.add(finalist.difference(objective).map(text::cell).orElse("fails"));
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  private void confirmation() {
    json.object("confirmation").put("words", text.confirmation()).array("rows");
    for (UnseenDifference each :
        search.confirmation().map(Confirmation::differences).orElse(List.of())) {
      json.object()
          .put("name", text.name(each.objective()))
          .put("today", text.value(each.objective(), each.today()))
          .put("found", text.value(each.objective(), each.mean()))
          .put("change", text.relative(each))
          .put("judgement", text.judgement(each))
          .endObject();
    }
    json.endArray().endObject();
  }

  private void candidate(RankedCandidate ranked) {
    Optional<Candidate> chosen = result.chosen().map(finalist -> finalist.candidate().candidate());
    boolean isFeasible = ranked.evaluation().isFeasible();
    json.object()
        .put("name", name(ranked.candidate()))
        .put("runs", ranked.evaluation().runs())
        .put("fault", isFeasible ? "" : StudyText.faults(ranked.evaluation()))
        .put("today", ranked.candidate().isToday())
        .put("chosen", chosen.filter(ranked.candidate()::equals).isPresent())
        .put("front", front.contains(ranked.candidate()));
    values(ranked);
    json.endObject();
  }

  private void values(RankedCandidate ranked) {
    List<ObjectiveEstimate> estimates = ranked.estimates();
    json.array("values");
    estimates.forEach(estimate -> json.add(estimate.value()));
    json.endArray().array("errors");
    estimates.forEach(
        estimate -> json.add(Double.isFinite(estimate.error()) ? estimate.error() : 0));
    json.endArray().array("texts");
    for (int i = 0; i < estimates.size(); i++) {
      json.add(text.value(objectives.get(i), estimates.get(i).value()));
    }
    json.endArray();
  }

  private String name(Candidate candidate) {
    return result.presets().stream()
        .filter(preset -> preset.candidate().equals(candidate))
        .map(preset -> "preset " + preset.name())
        .findFirst()
        .orElse(candidate.text());
  }

  private void effects(int at, ObjectiveEffects effects) {
    json.object()
        .put("at", at)
        .put("name", text.name(effects.objective()))
        .put("words", text.effects(effects))
        .array("knobs");
    effects.knobs().stream()
        .sorted(Comparator.comparingDouble((KnobEffect effect) -> -effect.total().value()))
        .forEach(this::effect);
    json.endArray().endObject();
  }

  private void effect(KnobEffect effect) {
    json.object()
        .put("knob", effect.knob())
        .put("main", effect.main().value())
        .put("total", effect.total().value())
        .put("error", effect.total().error())
        .array("curve");
    effect.curve().forEach(point -> json.array().add(point.value()).add(point.mean()).endArray());
    json.endArray().endObject();
  }
}
