package dev.headroom.tune.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Objective TIME = Objective.less("time");
  private static final Objective RATE = Objective.more("rate");

  private static PlantedProblem problem(
      Function<PlantedProblem.Point, RunAnswer.Measured> exact, double noise) {
    Space space =
        new Space(
            List.of(
                PlantedProblem.number("a"),
                PlantedProblem.number("b"),
                PlantedProblem.choice("w", "x", "y")));
    return new PlantedProblem(space, exact, 1, noise);
  }

  private static SearchResult search(
      PlantedProblem problem, Evaluator evaluator, List<Objective> objectives) {
    return new Search(
            problem.space(),
            new Start(Optional.of(problem.today()), List.of()),
            SearchSettings.of(objectives, 120, 3),
            evaluator,
            SearchListener.NONE)
        .run();
  }

  @Test
  void repairsWhatViolatesAConstraint() {
    PlantedProblem problem =
        problem(
            point ->
                new RunAnswer.Measured(
                    Map.of("time", 100 - 20 * point.number("a")),
                    Map.of("drops", Math.max(0, point.number("a") - 0.3))),
            0.1);
    SearchResult result = search(problem, problem, List.of(TIME));
    assertThat(result.today().evaluation().isFeasible()).isFalse();
    assertThat(result.verdict()).isEqualTo(Verdict.REPAIR);
    Finalist recommended = result.recommended().orElseThrow();
    assertThat(recommended.unseen().isFeasible()).isTrue();
    assertThat(result.front())
        .isNotEmpty()
        .allMatch(each -> each.evaluation().isFeasible())
        .noneMatch(each -> each.candidate().isToday());
  }

  @Test
  void saysThatNothingIsFeasible() {
    PlantedProblem problem =
        problem(
            point ->
                new RunAnswer.Measured(
                    Map.of("time", 100.0), Map.of("cycles", 1 + point.number("a"))),
            0.1);
    SearchResult result = search(problem, problem, List.of(TIME));
    assertThat(result.verdict()).isEqualTo(Verdict.NONE_FEASIBLE);
    assertThat(result.front()).isEmpty();
    assertThat(result.finalists()).isEmpty();
    assertThat(result.recommended()).isEmpty();
  }

  @Test
  void leavesATradeToAPerson() {
    // each gain in time costs rate
    PlantedProblem problem =
        problem(
            point ->
                RunAnswer.Measured.of(
                    Map.of(
                        "time", 100 - 30 * point.number("a"),
                        "rate", 400 - 100 * point.number("a"))),
            0.1);
    SearchResult result = search(problem, problem, List.of(TIME, RATE));
    assertThat(result.verdict()).isEqualTo(Verdict.TRADE);
    assertThat(result.recommended()).isEmpty();
    Finalist fastest =
        result.finalists().stream()
            .filter(each -> each.bestOf().contains(TIME))
            .findFirst()
            .orElseThrow();
    assertThat(fastest.difference(TIME).orElseThrow().isBetter()).isTrue();
    assertThat(fastest.difference(RATE).orElseThrow().isWorse()).isTrue();
    assertThat(result.confirmation().orElseThrow().outcome()).isEqualTo(Confirmation.Outcome.TRADE);
    assertThat(fastest.difference(TIME).orElseThrow().change()).isLessThan(-0.1);
  }

  @Test
  void leavesTodaysSettingsWhereTheyAreBest() {
    PlantedProblem problem =
        problem(
            point ->
                RunAnswer.Measured.of(
                    Map.of(
                        "time",
                        100
                            + 200 * Math.pow(point.number("a") - 0.5, 2)
                            + 200 * Math.pow(point.number("b") - 0.5, 2))),
            1);
    SearchResult result = search(problem, problem, List.of(TIME));
    assertThat(result.verdict()).isEqualTo(Verdict.LEAVE_IT);
  }

  @Test
  void countsAFailedRunAsWorseThanAnyOther() {
    PlantedProblem problem =
        problem(point -> RunAnswer.Measured.of(Map.of("time", 100 - 20 * point.number("a"))), 0.1);
    List<RunRequest> asked = new ArrayList<>();
    Evaluator failing =
        batch -> {
          asked.addAll(batch);
          return batch.stream()
              .map(request ->
                  fails(request.candidate())
                      ? new RunAnswer.Failed("out of memory")
                      : problem.answer(request))
              .toList();
        };
    SearchResult result = search(problem, failing, List.of(TIME));
    assertThat(result.verdict()).isEqualTo(Verdict.ADOPT);
    assertThat(result.recommended().orElseThrow().candidate().candidate().settings())
        .containsEntry("w", "x")
        .hasEntrySatisfying("a", a -> assertThat(Integer.parseInt(a)).isGreaterThan(17));
    // a candidate that failed is not raced
    assertThat(asked.stream().filter(each -> fails(each.candidate())))
        .allMatch(each -> each.condition().seed() <= 3);
  }

  private static boolean fails(Candidate candidate) {
    return "y".equals(candidate.settings().get("w"));
  }

  @Test
  void aRunWithoutAnObjectiveFails() {
    PlantedProblem problem = problem(_ -> RunAnswer.Measured.of(Map.of("other", 1.0)), 0);
    SearchResult result = search(problem, problem, List.of(TIME));
    assertThat(result.verdict()).isEqualTo(Verdict.NONE_FEASIBLE);
    assertThat(result.today().evaluation().failure()).contains("the run has no figure time");
  }

  @Test
  void refusesTooFewRuns() {
    PlantedProblem problem = problem(_ -> RunAnswer.Measured.of(Map.of("time", 1.0)), 0);
    SearchSettings few = SearchSettings.of(List.of(TIME), 30, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Search(problem.space(), Start.TODAY, few, problem, SearchListener.NONE).run())
        .withMessageContaining("30 runs are too few");
  }

  @Test
  void endsByTimeWithTheComparison() {
    PlantedProblem problem =
        problem(point -> RunAnswer.Measured.of(Map.of("time", 100 - 20 * point.number("a"))), 0.1);
    SearchResult result =
        new Search(
                problem.space(),
                Start.TODAY,
                SearchSettings.of(List.of(TIME), 1000, 3),
                problem,
                SearchListener.NONE)
            .run(() -> true);
    assertThat(result.stop()).isEqualTo(StopReason.TIME);
    assertThat(result.todayUnseen().runs()).isEqualTo(10);
    assertThat(result.confirmation().orElseThrow().conditions()).isGreaterThanOrEqualTo(8);
    assertThat(result.finalists()).isNotEmpty();
  }

  @Test
  void screensByCheaperRuns() {
    PlantedProblem problem =
        problem(point -> RunAnswer.Measured.of(Map.of("time", 100 - 20 * point.number("a"))), 0.1);
    SearchResult result =
        new Search(
                problem.space(),
                Start.TODAY,
                SearchSettings.of(List.of(TIME), 120, 3)
                    .screenedBy(List.of(new Fidelity("short", 0.1))),
                problem,
                SearchListener.NONE)
            .run();
    long cheap = problem.asked().stream().filter(each -> each.fidelity().cost() < 1).count();
    assertThat(cheap).isPositive();
    assertThat(result.runs()).isLessThanOrEqualTo(120);
    assertThat(result.runs()).isEqualTo(problem.asked().size() - 0.9 * cheap, within(1e-6));
    assertThat(result.verdict()).isEqualTo(Verdict.ADOPT);
  }

  private static Offset<Double> within(double offset) {
    return Offset.offset(offset);
  }
}
