package dev.headroom.tune.study;

import dev.headroom.model.statistics.MeanEstimate;
import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Confirmation;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences of a study's result, the same on every screen and page. */
public final class StudyText {
  private final StudyResult result;
  private final ObjectiveText objectives;

  /** Those of a result. */
  public StudyText(StudyResult result) {
    this.result = result;
    objectives = new ObjectiveText(result.study());
  }

  /** The name of an objective as tables show it. */
  public String name(Objective objective) {
    return objectives.name(objective);
  }

  /** A value of an objective as people read it. */
  public String value(Objective objective, double value) {
    return objectives.value(objective, value);
  }

  /** The unit of an objective, in lower case: {@code time}, {@code size}, ... */
  public String unit(Objective objective) {
    return objectives.unit(objective);
  }

  /** The verdict in a sentence or two. */
  public String verdict() {
    SearchResult search = result.search();
    return switch (search.verdict()) {
      case ADOPT -> "The settings found serve better than today's: " + changes(confirmed()) + ".";
      case REPAIR ->
          "Today's settings fail (%s); the settings found do not: %s."
              .formatted(faultsOfToday(), changes(confirmed()));
      case TRADE ->
          "No settings serve every objective better than today's. What the best found gain costs "
              + "another: "
              + changes(confirmed())
              + ".";
      case UNDECIDED ->
          "Undecided: the best found gain, but %s. Found: %s. More runs may decide."
              .formatted(openHarm(), changes(confirmed()));
      case LEAVE_IT -> leaveIt(search);
      case NONE_FEASIBLE ->
          search.finalists().isEmpty()
              ? "No settings satisfy all constraints; today's fail as well (%s)."
                  .formatted(faultsOfToday())
              : "Today's settings fail (%s), and so do the best found on seeds that the search had not seen."
                  .formatted(faultsOfToday());
    };
  }

  private String leaveIt(SearchResult search) {
    String first =
        "Leave it: no settings are better than today's by more than noise and %s. "
            .formatted(NumberText.percent(SearchSettings.NEGLIGIBLE));
    if (search.confirmation().isEmpty()) {
      return first + "No other settings are among the best.";
    }
    Confirmation confirmation = search.confirmation().get();
    if (!confirmation.chosen().isFeasible()) {
      return first + "The best found fail (%s).".formatted(faults(confirmation.chosen()));
    }
    String open =
        confirmation.differences().stream()
            .filter(each -> each.greatestGain() > UnseenDifference.MOST_HARM)
            .map(each ->
                "%s of up to %s"
                    .formatted(name(each.objective()), NumberText.percent(each.greatestGain())))
            .collect(Collectors.joining(", "));
    return "%sThe best found: %s.%s"
        .formatted(
            first,
            changes(confirmed()),
            open.isEmpty() ? "" : " A gain is not excluded: " + open + ".");
  }

  private String faultsOfToday() {
    SearchResult search = result.search();
    return faults(
        Stream.of(search.today().evaluation(), search.todayUnseen())
            .filter(each -> !each.isFeasible())
            .findFirst()
            .or(() -> search.confirmation().map(Confirmation::today))
            .orElse(search.today().evaluation()));
  }

  private List<UnseenDifference> confirmed() {
    return result.search().confirmation().map(Confirmation::differences).orElse(List.of());
  }

  /** {@code completion may get worse by up to 12 %, more than the bound of 5 %}. */
  private String openHarm() {
    return confirmed().stream()
            .filter(each -> !each.isBetter() && !each.isHarmless())
            .map(each -> name(each.objective()) + " " + mayHarm(each))
            .collect(Collectors.joining(", "))
        + ", and the bound is "
        + NumberText.percent(UnseenDifference.MOST_HARM);
  }

  private static String mayHarm(UnseenDifference each) {
    return each.today() == 0
        ? "may get worse"
        : "may get worse by up to " + NumberText.percent(-each.leastGain());
  }

  /** What a difference shows, in a few words. */
  public String judgement(UnseenDifference each) {
    if (each.isBetter()) {
      return "better";
    }
    if (each.isWorse()) {
      return "worse";
    }
    return each.isHarmless()
        ? "not worse by more than " + NumberText.percent(UnseenDifference.MOST_HARM)
        : mayHarm(each);
  }

  /** What was confirmed on how many seeds; empty text if nothing was. */
  public String confirmation() {
    SearchResult search = result.search();
    if (search.confirmation().isEmpty() || search.nominee().isEmpty()) {
      return "";
    }
    return "%s, which looked best, beside today's on %s"
        .formatted(words(search.nominee().get()), seeds(search.confirmation().get().chosen()));
  }

  private static String seeds(Evaluation evaluation) {
    return CountedNoun.of(
        evaluation.answers().keySet().stream().map(Condition::seed).distinct().count(), "seed");
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
    String runs =
        "%s of %s"
            .formatted(
                CountedNoun.of(Math.round(search.runs()), "run"),
                CountedNoun.of(search.candidates().size(), "setting"));
    String chosen = seeds(search.todayUnseen()) + " that the search had not seen";
    return search.confirmation().isEmpty()
        ? "%s; compared on %s, 95 %% intervals of paired differences".formatted(runs, chosen)
        : "%s; the best was chosen on %s, and compared with today's on %s more; 95 %% intervals of paired differences"
            .formatted(runs, chosen, seeds(search.confirmation().get().chosen()));
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

  /** The name of a finalist's column. */
  public String title(Finalist finalist) {
    boolean isRecommended = result.search().recommended().filter(finalist::equals).isPresent();
    return isRecommended ? words(finalist) + ", recommended" : words(finalist);
  }

  private String words(Finalist finalist) {
    if (finalist.compromise()) {
      return "compromise";
    }
    return finalist.bestOf().isEmpty() ? "safest gain" : "best " + best(finalist);
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
