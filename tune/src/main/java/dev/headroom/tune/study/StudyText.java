package dev.headroom.tune.study;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Evaluation;
import dev.headroom.tune.search.Finalist;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.search.ObjectiveEffects;
import dev.headroom.tune.search.SearchResult;
import dev.headroom.tune.search.SearchSettings;
import dev.headroom.tune.search.UnseenDifference;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Sentences of a study's result, the same on every screen and page. */
public final class StudyText {
  private final StudyResult result;
  private final Map<String, Measure> measures;

  /** Those of a result. */
  public StudyText(StudyResult result) {
    this.result = result;
    measures =
        measures(result.study()).stream()
            .collect(Collectors.toMap(Measure::key, Function.identity(), (a, b) -> a));
  }

  private static List<Measure> measures(Study study) {
    return study.scenario().read(List.of()) instanceof ScenarioReader.Good good
        ? Measure.of(good.scenario())
        : List.of();
  }

  /** The name of an objective as tables show it. */
  public String name(Objective objective) {
    Measure measure = measures.get(objective.measure());
    return measure == null
        ? CaseMeasure.of(objective.measure()).map(CaseMeasure::title).orElse(objective.measure())
        : measure.name();
  }

  /** A value of an objective as people read it. */
  public String value(Objective objective, double value) {
    Measure measure = measures.get(objective.measure());
    // An estimate is a sum of effects, which may lie below the 0 that no measure passes.
    return measure == null ? NumberText.percent(value) : measure.text(Math.max(0, value));
  }

  /** The verdict in a sentence or two. */
  public String verdict() {
    SearchResult search = result.search();
    return switch (search.verdict()) {
      case ADOPT ->
          "The settings found serve better than today's: " + changes(chosen().differences()) + ".";
      case REPAIR ->
          "Today's settings fail (%s); the settings found do not: %s."
              .formatted(faults(search.today().evaluation()), changes(chosen().differences()));
      case TRADE ->
          "No settings serve every objective better than today's. What one gains costs another: "
              + search.finalists().stream()
                  .map(finalist -> changes(finalist.differences()))
                  .distinct()
                  .collect(Collectors.joining("; or "))
              + ".";
      case LEAVE_IT ->
          "Leave it: no settings are better than today's by more than noise and %s. %s"
              .formatted(
                  NumberText.percent(SearchSettings.NEGLIGIBLE),
                  search.finalists().isEmpty()
                      ? "No other settings are among the best."
                      : "The best found: "
                          + changes(search.finalists().getFirst().differences())
                          + ".");
      case NONE_FEASIBLE ->
          "No settings satisfy all constraints; today's fail as well (%s)."
              .formatted(faults(search.today().evaluation()));
    };
  }

  private Finalist chosen() {
    return result.chosen().orElse(result.search().finalists().getFirst());
  }

  /** The failure of a run, or the constraints that it violates. */
  public static String faults(Evaluation evaluation) {
    return evaluation
        .failure()
        .orElseGet(() ->
            evaluation.violations().isEmpty()
                ? "nothing"
                : "violated: " + String.join(", ", evaluation.violations().keySet()));
  }

  /** {@code p99 slowdown 6.2 instead of 11.6 (-47 % ±5 %)}, for each objective. */
  private String changes(List<UnseenDifference> differences) {
    return differences.stream().map(this::change).collect(Collectors.joining(", "));
  }

  /** An objective's change from today, with its interval. */
  public String change(UnseenDifference each) {
    String before = value(each.objective(), each.today());
    String after = value(each.objective(), each.mean());
    String name = name(each.objective());
    if (before.equals(after)) {
      return "%s the same (%s)".formatted(name, after);
    }
    if (each.isNoise()) {
      return "%s %s, within noise of %s".formatted(name, after, before);
    }
    return "%s %s instead of %s (%s)".formatted(name, after, before, relative(each));
  }

  /** {@code -47 % ±5 %} of today's mean; the absolute difference where today's mean is 0. */
  public String relative(UnseenDifference each) {
    MeanEstimate difference = each.difference().difference();
    double base = Math.abs(each.today());
    if (base == 0) {
      return signed(each.objective(), difference.mean());
    }
    String reach =
        difference.isKnown() && difference.deviation() > 0
            ? " ±" + NumberText.percent(difference.reach() / base)
            : "";
    double share = difference.mean() / base;
    return sign(share) + NumberText.percent(Math.abs(share)) + reach;
  }

  private String signed(Objective objective, double value) {
    return sign(value) + value(objective, Math.abs(value));
  }

  private static String sign(double value) {
    return value > 0 ? "+" : value < 0 ? "-" : "";
  }

  /** What the comparison rests on. */
  public String basis() {
    SearchResult search = result.search();
    int seeds = search.todayUnseen().runs();
    return "%s of %s; compared on %s that the search had not seen, 95 %% intervals of paired differences"
        .formatted(
            CountedNoun.of(Math.round(search.runs()), "run"),
            CountedNoun.of(search.candidates().size(), "setting"),
            CountedNoun.of(seeds, "seed"));
  }

  /** The reason for the end. */
  public String end() {
    return switch (result.search().stop()) {
      case RUNS -> "The budget of runs is used up.";
      case TIME -> "The time is over.";
      case NO_GAIN ->
          "The search stopped early: the best settings had not changed for generations.";
      case FLAT -> "The search stopped early: no knob changes an objective by more than noise.";
      case ALL_POINTS -> "All settings of the space have been run.";
    };
  }

  /** Objectives that no knob changes; empty text for none. */
  public String flat() {
    List<Objective> flat = result.search().flat();
    return flat.isEmpty()
        ? ""
        : "%s: flat; no knob of this space changes it by more than noise."
            .formatted(flat.stream().map(this::name).collect(Collectors.joining(", ")));
  }

  /** A line for each preset that the chosen settings were compared with. */
  public List<String> presets() {
    return result.againstPresets().stream()
        .map(each ->
            "%s: %s%s"
                .formatted(
                    each.description(),
                    each.differences().isEmpty()
                        ? "fails (" + faults(each.other()) + ")"
                        : changes(each.differences()),
                    each.differences().isEmpty() || each.other().isFeasible()
                        ? ""
                        : "; the preset fails: " + faults(each.other())))
        .toList();
  }

  /** A line for each change of conditions. */
  public List<String> robustness() {
    List<String> lines = new ArrayList<>();
    for (PairedRuns each : result.robustness()) {
      String fault =
          each.chosen().isFeasible()
              ? ""
              : "; fails: "
                  + faults(each.chosen())
                  + (each.other().isFeasible() ? "" : " (today's settings as well)");
      lines.add(each.description() + ": " + changes(each.differences()) + fault);
    }
    return List.copyOf(lines);
  }

  /** The unit of an objective, in lower case: {@code time}, {@code size}, ... */
  public String unit(Objective objective) {
    Measure measure = measures.get(objective.measure());
    return measure == null ? "count" : measure.unit().name().toLowerCase(Locale.ROOT);
  }

  /** The name of a finalist's column. */
  public String title(Finalist finalist) {
    boolean isRecommended = result.search().recommended().filter(finalist::equals).isPresent();
    String words = finalist.compromise() ? "compromise" : "best " + best(finalist);
    return isRecommended ? words + ", recommended" : words;
  }

  private String best(Finalist finalist) {
    return finalist.bestOf().stream().map(this::name).collect(Collectors.joining(", "));
  }

  /** Today's value of an objective on unseen seeds; a dash where it has none. */
  public String todayUnseen(Objective objective) {
    return result.search().finalists().stream()
        .flatMap(finalist -> finalist.difference(objective).stream())
        .findFirst()
        .map(each -> value(objective, each.today()))
        .orElse("-");
  }

  /** A finalist's value with its change: {@code 6.2 (-47 % ±5 %)}; {@code ~} for noise. */
  public String cell(UnseenDifference each) {
    return "%s (%s%s)"
        .formatted(value(each.objective(), each.mean()), each.isNoise() ? "~" : "", relative(each));
  }

  /** What is known of the knobs' effects on an objective. */
  public String effects(ObjectiveEffects effects) {
    return switch (effects.kind()) {
      case FLAT -> "flat: no knob changes it by more than noise";
      case UNKNOWN ->
          "not known: a model of the runs does not predict others of them; more runs are needed";
      case KNOWN ->
          "a model of the runs explains %s of the differences between settings that it had not seen"
              .formatted(NumberText.percent(effects.explained()));
    };
  }
}
