package dev.headroom.app.screen;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.tune.search.SearchProgress;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.study.ObjectiveText;
import dev.headroom.tune.study.Study;
import dev.headroom.tune.study.StudyFront;
import dev.headroom.tune.study.TodayValues;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is known of a search that is not complete: the front so far, without a comparison. */
public final class TuneSoFarScreen {
  private static final int MOST_OF_FRONT = 6;

  /** Changes that fit into a line of the screen. */
  private static final int MOST_CHANGES = 2;

  private TuneSoFarScreen() {}

  /**
   * The screen's text.
   *
   * @param scenario with today's settings
   * @param progress the state after the last batch of runs
   */
  public static String of(
      Study study, Scenario scenario, SearchProgress progress, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading("search of " + scenario.name() + ", not complete");
    page.sentence(
        "The best of %s so far. %s"
            .formatted(CountedNoun.of(progress.candidates(), "setting"), compared(progress)));
    ObjectiveText text = new ObjectiveText(study);
    List<String> head = new ArrayList<>();
    study.objectives().forEach(objective -> head.add(text.name(objective)));
    head.add("changes");
    AlignedTable table = new AlignedTable(0, head.toArray(String[]::new));
    List<StudyFront.Row> rows = StudyFront.rows(progress.front());
    for (StudyFront.Row of : rows.stream().limit(MOST_OF_FRONT).toList()) {
      RankedCandidate each = of.first();
      List<String> row = new ArrayList<>();
      for (int i = 0; i < study.objectives().size(); i++) {
        Objective objective = study.objectives().get(i);
        row.add(text.value(objective, each.estimates().get(i).value()));
      }
      row.add(changes(each.candidate(), scenario) + of.alike());
      table.row(row.toArray(String[]::new));
    }
    if (progress.front().isEmpty()) {
      page.sentence("No settings so far satisfy all constraints.");
    } else {
      page.line("");
      page.foldedTable(table);
    }
    if (rows.size() > MOST_OF_FRONT) {
      page.line(" and %d more".formatted(rows.size() - MOST_OF_FRONT));
    }
    return page.toString();
  }

  private static String compared(SearchProgress progress) {
    return progress.stage() == SearchProgress.Stage.COMPARISON
        ? "They are being compared with today's settings on unseen seeds and under other "
            + "conditions; the result needs the rest of these runs."
        : "They are not yet compared with today's settings on unseen seeds.";
  }

  private static String changes(Candidate candidate, Scenario scenario) {
    List<String> changes =
        candidate.settings().entrySet().stream()
            .filter(set -> !set.getValue().equals(TodayValues.of(scenario, set.getKey())))
            .map(Map.Entry::toString)
            .toList();
    if (changes.isEmpty()) {
      return "none: today's settings";
    }
    return changes.size() > MOST_CHANGES ? changes.size() + " knobs" : String.join(" ", changes);
  }
}
