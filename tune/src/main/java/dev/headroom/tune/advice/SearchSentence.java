package dev.headroom.tune.advice;

import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyText;
import dev.headroom.unit.CountedNoun;
import java.util.stream.Collectors;

/** Sentence on what a search found beside the formulas' settings. */
final class SearchSentence {
  private SearchSentence() {}

  static String of(StudyResult result) {
    SearchResult search = result.search();
    String settings = CountedNoun.of(search.candidates().size(), "setting");
    String seeds =
        CountedNoun.of(
            search.todayUnseen().answers().keySet().stream()
                .map(condition -> condition.seed())
                .distinct()
                .count(),
            "seed");
    return switch (search.verdict()) {
      case ADOPT ->
          "Of %s, the best is better than the formulas' on %s that the search had not seen: %s."
              .formatted(settings, seeds, best(search));
      case REPAIR ->
          "The formulas' settings fail in a run (%s), the best of %s do not."
              .formatted(StudyText.faults(search.today().evaluation()), settings);
      case TRADE ->
          ("Of %s none is better than the formulas' in every measure; what one gains costs another:"
                  + " %s.")
              .formatted(
                  settings,
                  search.finalists().stream()
                      .map(each -> DifferenceText.of(each.differences()))
                      .distinct()
                      .collect(Collectors.joining("; or ")));
      case LEAVE_IT ->
          "Of %s none is better than the formulas' by more than noise and %s on %s%s."
              .formatted(
                  settings,
                  NumberText.percent(SearchSettings.NEGLIGIBLE),
                  seeds,
                  search.finalists().isEmpty() ? "" : "; the best: " + best(search));
      case NONE_FEASIBLE ->
          "None of %s satisfies all constraints; the formulas' fail as well (%s)."
              .formatted(settings, StudyText.faults(search.today().evaluation()));
    };
  }

  private static String best(SearchResult search) {
    Finalist best = search.recommended().orElseGet(() -> search.finalists().getFirst());
    return DifferenceText.of(best.differences());
  }
}
