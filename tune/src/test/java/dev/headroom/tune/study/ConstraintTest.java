package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.summary.Measure;
import dev.headroom.tune.search.Condition;
import dev.headroom.tune.search.Fidelity;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.tune.trial.ScenarioTrialRunner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ConstraintTest {
  private static final String INCAST =
      """
      fabric: {topology: single, hosts: 33, links: {rate: 100Gbps, delay: 5us}, switches: {cell: 1B}}
      congestion: none
      workload: {type: incast, fanIn: 32, size: 1MB}
      """;

  private static Scenario scenario(String yaml, String... sets) {
    return ((ScenarioReader.Good) SmallStudy.text(yaml).read(List.of(sets))).scenario();
  }

  private static double amount(Constraint constraint, Scenario scenario) {
    return ((Constraint.OfScenario) constraint).of().amount(scenario);
  }

  @Test
  void shouldMissHalfOfTheHeadroom() {
    assertThat(amount(Constraint.HEADROOM, scenario(INCAST))).isZero();
    assertThat(amount(Constraint.HEADROOM, scenario(INCAST, "pfc.headroom=400KB"))).isZero();
    assertThat(amount(Constraint.HEADROOM, scenario(INCAST, "pfc.headroom=20KB")))
        .isGreaterThan(100_000); // 2 x 5 us x 100 Gb/s alone are 125 KB
    assertThat(
            amount(Constraint.HEADROOM, scenario(INCAST, "pfc.headroom=20KB", "pfc.enabled=false")))
        .isZero();
  }

  @Test
  void shouldFindARingOfPauses() {
    String ring =
        """
        fabric: {topology: ring, length: 5, hostsPerSwitch: 2, links: {rate: 100Gbps, delay: 1us}}
        workload: {type: permutation, shift: 4, size: 1MiB}
        """;

    assertThat(amount(Constraint.NO_PAUSE_CYCLE, scenario(INCAST))).isZero();
    assertThat(amount(Constraint.NO_PAUSE_CYCLE, scenario(ring))).isEqualTo(5);
    assertThat(amount(Constraint.NO_PAUSE_CYCLE, scenario(ring, "pfc.enabled=false"))).isZero();
  }

  @Test
  void shouldReportDropsOfALosslessClass() {
    ScenarioText text = SmallStudy.text(INCAST);
    try (TrialEvaluator evaluator =
        new TrialEvaluator(
            Map.of("", text),
            it -> new ScenarioTrialRunner(it, RunCache.none(), Duration.ofMinutes(1), () -> false),
            Constraint.standard(),
            (request, answer) -> {},
            2)) {
      List<RunAnswer> answers =
          evaluator.evaluate(
              List.of(
                  request(Candidate.TODAY),
                  request(Candidate.of(Map.of("pfc.headroom", "20KB"))),
                  request(Candidate.of(Map.of("pfc.headroom", "nonsense")))));

      assertThat(((RunAnswer.Measured) answers.get(0)).violations().values()).containsOnly(0.0);
      assertThat(((RunAnswer.Measured) answers.get(1)).violations())
          .hasEntrySatisfying("no-lossless-drops", drops -> assertThat(drops).isPositive())
          .hasEntrySatisfying("headroom", bytes -> assertThat(bytes).isPositive());
      assertThat(((RunAnswer.Failed) answers.get(2)).reason()).contains("pfc.headroom");
    }
  }

  private static RunRequest request(Candidate candidate) {
    return new RunRequest(candidate, Condition.seed(1), Fidelity.FULL);
  }

  @Test
  void shouldMeasureFairnessByTheLeast() {
    Constraint.OfRun fair = (Constraint.OfRun) Constraint.fairness(0.8);
    assertThat(fair.of().amount(Map.of(Measure.GOODPUT_LEAST, 50.0, Measure.GOODPUT_MEAN, 100.0)))
        .isCloseTo(0.3, within(1e-9));
    assertThat(fair.of().amount(Map.of(Measure.GOODPUT_LEAST, 90.0, Measure.GOODPUT_MEAN, 100.0)))
        .isZero();
    assertThat(fair.of().amount(Map.of())).isPositive();
  }
}
