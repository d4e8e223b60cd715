package dev.headroom.tune.advice;

import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Confirmation;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyText;
import dev.headroom.unit.CountedNoun;

/** Sentence on what a search found beside the formulas' settings. */
final class SearchSentence {
  private SearchSentence() {}

  static String of(StudyResult result) {
    SearchResult search = result.search();
    String settings = CountedNoun.of(search.candidates().size(), "setting");
    String seeds =
        CountedNoun.of(
            search
                .confirmation()
                .map(Confirmation::chosen)
                .orElse(search.todayUnseen())
                .answers()
                .keySet()
                .stream()
                .map(Condition::seed)
                .distinct()
                .count(),
            "seed");
    return switch (search.verdict()) {
      case ADOPT ->
          "Of %s, the best is better than the formulas' on %s that had chosen nothing: %s."
              .formatted(settings, seeds, best(search));
      case REPAIR ->
          "The formulas' settings fail in a run (%s), the best of %s do not."
              .formatted(StudyText.faults(search.today().evaluation()), settings);
      case TRADE ->
          ("Of %s none is better than the formulas' in every measure; what the best gain costs"
                  + " another: %s.")
              .formatted(settings, best(search));
      case UNDECIDED ->
          "Of %s, the best gain on %s, but whether another measure gets worse is open: %s."
              .formatted(settings, seeds, best(search));
      case LEAVE_IT ->
          "Of %s none is better than the formulas' by more than noise and %s on %s%s."
              .formatted(
                  settings,
                  NumberText.percent(SearchSettings.NEGLIGIBLE),
                  seeds,
                  best(search).isEmpty() ? "" : "; the best: " + best(search));
      case NONE_FEASIBLE ->
          "None of %s satisfies all constraints; the formulas' fail as well (%s)."
              .formatted(settings, StudyText.faults(search.today().evaluation()));
    };
  }

  private static String best(SearchResult search) {
    return search.confirmation().map(of -> DifferenceText.of(of.differences())).orElse("");
  }
}
