package dev.headroom.app.screen;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.KnobEffect;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.study.StudyFront;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyText;
import dev.headroom.tune.study.TodayValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Result of a study on a terminal: the verdict, the chosen settings beside today's, the front, the
 * knobs that mattered, and the same settings under other conditions.
 */
public final class TuneScreen {
  private static final int MOST_OF_FRONT = 12;
  private static final int MOST_EFFECTS = 6;

  private final StudyResult result;
  private final Scenario scenario;
  private final StudyText text;
  private final TerminalPage page;

  private TuneScreen(StudyResult result, Scenario scenario, Terminal terminal) {
    this.result = result;
    this.scenario = scenario;
    this.text = new StudyText(result);
    this.page = new TerminalPage(terminal);
  }

  /**
   * The screen's text.
   *
   * @param scenario with today's settings
   */
  public static String of(StudyResult result, Scenario scenario, Terminal terminal) {
    return new TuneScreen(result, scenario, terminal).text();
  }

  private String text() {
    page.heading("search of " + scenario.name());
    page.sentence(text.verdict());
    page.line("");
    page.labelled("basis", text.basis());
    page.labelled("end", text.end());
    if (!text.flat().isEmpty()) {
      page.labelled("flat", text.flat());
    }
    settings();
    confirmation();
    front();
    effects();
    if (!result.againstPresets().isEmpty()) {
      page.heading("beside the presets, on unseen seeds");
      text.presets().forEach(page::paragraph);
    }
    if (!result.robustness().isEmpty()) {
      page.heading("the same settings under other conditions, unseen seeds");
      text.robustness().forEach(page::paragraph);
    }
    return page.toString();
  }

  /** A column for each finalist, beside today. */
  private void settings() {
    SearchResult search = result.search();
    if (search.finalists().isEmpty()) {
      return;
    }
    page.heading("settings, chosen from on unseen seeds");
    List<String> head = new ArrayList<>(List.of("", "today"));
    search.finalists().forEach(finalist -> head.add(text.title(finalist)));
    AlignedTable table = new AlignedTable(1, head.toArray(String[]::new));
    for (String knob : result.space().knobs()) {
      List<String> row = new ArrayList<>(List.of(knob, TodayValues.of(scenario, knob)));
      search.finalists().forEach(finalist -> row.add(value(finalist.candidate(), knob)));
      table.row(row.toArray(String[]::new));
    }
    for (Objective objective : result.study().objectives()) {
      List<String> row = new ArrayList<>(List.of(text.name(objective)));
      row.add(text.todayUnseen(objective));
      for (Finalist finalist : search.finalists()) {
        row.add(finalist.difference(objective).map(text::cell).orElse("fails"));
      }
      table.row(row.toArray(String[]::new));
    }
    page.foldedTable(table);
    page.labelled("in brackets", "change from today, ±: 95 % interval, ~: within noise");
  }

  /** What decides: one finalist beside today, on seeds that have chosen nothing. */
  private void confirmation() {
    if (text.confirmation().isEmpty()) {
      return;
    }
    page.heading("confirmation on seeds that chose nothing");
    page.labelled("of", text.confirmation());
    AlignedTable table = new AlignedTable(1, "", "today", "found", "change", "so it is");
    for (UnseenDifference each : result.search().confirmation().orElseThrow().differences()) {
      table.row(
          text.name(each.objective()),
          text.value(each.objective(), each.today()),
          text.value(each.objective(), each.mean()),
          text.relative(each),
          text.judgement(each));
    }
    page.foldedTable(table);
  }

  private String value(RankedCandidate ranked, String knob) {
    String value = ranked.candidate().settings().get(knob);
    return value == null ? "as today" : value;
  }

  /** The front, best first in the first objective. */
  private void front() {
    List<RankedCandidate> front = result.search().front();
    if (front.size() < 2) {
      return;
    }
    page.heading("front: no settings are better in every objective");
    List<String> head = new ArrayList<>(List.of("#"));
    result.study().objectives().forEach(objective -> head.add(text.name(objective)));
    head.add("changed");
    AlignedTable table = new AlignedTable(1, head.toArray(String[]::new));
    List<StudyFront.Row> rows = StudyFront.rows(front);
    rows.stream().limit(MOST_OF_FRONT).forEach(each -> table.row(row(each)));
    page.foldedTable(table);
    if (rows.size() > MOST_OF_FRONT) {
      page.line(" and %d more in tune.json".formatted(rows.size() - MOST_OF_FRONT));
    }
  }

  private String[] row(StudyFront.Row each) {
    List<String> row = new ArrayList<>(List.of(Integer.toString(each.number())));
    List<Objective> objectives = result.study().objectives();
    for (int i = 0; i < objectives.size(); i++) {
      ObjectiveEstimate estimate = each.first().estimates().get(i);
      row.add(text.value(objectives.get(i), estimate.value()));
    }
    row.add(changed(each.first().candidate()) + each.alike());
    return row.toArray(String[]::new);
  }

  private String changed(Candidate candidate) {
    if (candidate.isToday()) {
      return "today's settings";
    }
    Optional<String> preset =
        result.presets().stream()
            .filter(each -> each.candidate().equals(candidate))
            .map(each -> "preset " + each.name())
            .findFirst();
    return preset.orElseGet(() ->
        candidate.settings().entrySet().stream()
                .filter(set -> !set.getValue().equals(TodayValues.of(scenario, set.getKey())))
                .count()
            + " knobs");
  }

  /** The knobs that mattered, for each objective. */
  private void effects() {
    page.heading("what mattered: share of an objective's variance in this space");
    for (ObjectiveEffects effects : result.search().effects()) {
      String name = text.name(effects.objective());
      if (effects.kind() == ObjectiveEffects.Kind.KNOWN) {
        known(name, effects);
      } else {
        page.labelled(name, text.effects(effects));
      }
    }
  }

  private void known(String name, ObjectiveEffects effects) {
    AlignedTable table = new AlignedTable(1, name, "alone", "with others", "±");
    effects.knobs().stream()
        .sorted(Comparator.comparingDouble((KnobEffect effect) -> -effect.total().value()))
        .filter(effect -> effect.total().value() >= ObjectiveEffects.NEGLIGIBLE_SHARE)
        .limit(MOST_EFFECTS)
        .forEach(effect ->
            table.row(
                effect.knob(),
                NumberText.percent(effect.main().value()),
                NumberText.percent(effect.total().value()),
                NumberText.percent(effect.total().error())));
    page.table(table);
    if (!effects.immaterial().isEmpty()) {
      page.labelled("not seen", String.join(", ", effects.immaterial()));
    }
    page.labelled("", text.effects(effects));
  }
}
