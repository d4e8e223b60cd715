package dev.headroom.app.screen;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.tune.search.KnobEffect;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyText;
import dev.headroom.tune.study.TodayValues;
import java.util.List;
import java.util.stream.Collectors;

/** Explanation of one setting of the front on a terminal: what changes, what it gains and costs. */
public final class TuneChoiceScreen {
  private final StudyResult result;
  private final Scenario scenario;
  private final RankedCandidate chosen;
  private final int number;
  private final StudyText text;
  private final TerminalPage page;

  private TuneChoiceScreen(
      StudyResult result,
      Scenario scenario,
      RankedCandidate chosen,
      int number,
      Terminal terminal) {
    this.result = result;
    this.scenario = scenario;
    this.chosen = chosen;
    this.number = number;
    this.text = new StudyText(result);
    this.page = new TerminalPage(terminal);
  }

  /**
   * The screen's text.
   *
   * @param scenario with today's settings
   * @param number of the settings on the front, from 1
   */
  public static String of(
      StudyResult result,
      Scenario scenario,
      RankedCandidate chosen,
      int number,
      Terminal terminal) {
    return new TuneChoiceScreen(result, scenario, chosen, number, terminal).text();
  }

  private String text() {
    page.heading("settings %d of %d".formatted(number, result.search().front().size()));
    if (chosen.candidate().isToday()) {
      page.sentence("Today's settings: no others are better in every objective.");
    }
    knobs();
    objectives();
    page.paragraph(
        "Estimates of the runs of the search, %d of them with these settings. They are not an unbiased"
                .formatted(chosen.evaluation().runs())
            + " comparison: only the compromise and the best in each objective were run beside"
            + " today's settings on unseen seeds, and one of them was confirmed on more.");
    return page.toString();
  }

  private void knobs() {
    AlignedTable table = new AlignedTable(1, "knob", "today", "here", "acts on");
    chosen
        .candidate()
        .settings()
        .forEach(
            (knob, value) -> table.row(knob, TodayValues.of(scenario, knob), value, actsOn(knob)));
    if (!chosen.candidate().isToday()) {
      page.foldedTable(table);
    }
  }

  /** The objectives of which a knob explains a share that is not negligible. */
  private String actsOn(String knob) {
    String found =
        result.search().effects().stream()
            .filter(effects -> matters(effects, knob))
            .map(effects -> text.name(effects.objective()))
            .collect(Collectors.joining(", "));
    return found.isEmpty() ? "-" : found;
  }

  private static boolean matters(ObjectiveEffects effects, String knob) {
    return effects.knobs().stream()
        .filter(effect -> effect.knob().equals(knob))
        .map(KnobEffect::total)
        .anyMatch(total -> total.value() >= ObjectiveEffects.NEGLIGIBLE_SHARE);
  }

  private void objectives() {
    AlignedTable table =
        new AlignedTable(1, "objective", "today", "here", "error", "best of front");
    List<Objective> objectives = result.study().objectives();
    List<ObjectiveEstimate> today = result.search().today().estimates();
    for (int i = 0; i < objectives.size(); i++) {
      Objective objective = objectives.get(i);
      ObjectiveEstimate estimate = chosen.estimates().get(i);
      table.row(
          text.name(objective),
          today.isEmpty() ? "fails" : text.value(objective, today.get(i).value()),
          text.value(objective, estimate.value()),
          Double.isFinite(estimate.error())
              ? "±" + text.value(objective, estimate.error())
              : "not known",
          text.value(objective, best(i)));
    }
    page.foldedTable(table);
  }

  private double best(int objective) {
    boolean less = result.study().objectives().get(objective).better() == Objective.Better.LESS;
    double best = Double.NaN;
    for (RankedCandidate each : result.search().front()) {
      double value = each.estimates().get(objective).value();
      if (Double.isNaN(best) || (less ? value < best : value > best)) {
        best = value;
      }
    }
    return best;
  }
}
