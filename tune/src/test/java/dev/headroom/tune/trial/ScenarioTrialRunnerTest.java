package dev.headroom.tune.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.cache.RunCache;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.RunSummary;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

final class ScenarioTrialRunnerTest {
  private static final String TEXT =
      """
      fabric: {topology: single, hosts: 5}
      workload: {type: incast, fanIn: 4, size: 100KB}
      """;

  private static final String LONG =
      """
      fabric: {topology: single, hosts: 4}
      workload: {type: permutation, size: 1TB}
      run: {stop: 100s}
      """;

  private static ScenarioTrialRunner runner(String text, Duration limit) {
    return new ScenarioTrialRunner(
        new ScenarioText("s.yaml", text, Map.of(), List.of("congestion=dcqcn")),
        RunCache.none(),
        limit,
        () -> false);
  }

  @Test
  void shouldMeasureWhatARunMeasures() throws Exception {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("congestion.kmin", "20KB");
    TrialOutcome outcome = runner(TEXT, Duration.ofMinutes(1)).run(new Trial(0, settings, 7));
    RunSummary alone =
        ScenarioRun.of(
                TEXT, "s.yaml", List.of("congestion=dcqcn", "congestion.kmin=20KB", "run.seed=7"))
            .run(RunListener.NONE);

    assertThat(outcome).isInstanceOf(TrialOutcome.Measured.class);
    TrialOutcome.Measured measured = (TrialOutcome.Measured) outcome;
    assertThat(measured.ending())
        .isEqualTo(new TrialOutcome.Ending("finished", 0, alone.result().digest()));
    assertThat(measured.figures().keySet())
        .containsExactlyElementsOf(Measure.of(alone).stream().map(Measure::key).toList());
    for (Measure measure : Measure.of(alone)) {
      assertThat(measured.figures().get(measure.key()))
          .as(measure.key())
          .isEqualTo(measure.of().applyAsDouble(alone));
    }
    assertThat(measured.packets()).isEqualTo(alone.result().counts().dataPackets());
    assertThat(measured.decidingMeasure()).isEqualTo(Measure.COMPLETION);
    assertThat(measured.cpuNs()).isPositive();
  }

  /** A list of one workload has no figures by part. */
  @Test
  void shouldMeasureAListOfOneWorkload() {
    String list = TEXT.replace("workload: {", "workload: [{").replace("100KB}", "100KB}]");
    assertThat(runner(list, Duration.ofMinutes(1)).run(new Trial(0, Map.of(), 1)))
        .isInstanceOfSatisfying(
            TrialOutcome.Measured.class,
            measured ->
                assertThat(measured.figures().keySet())
                    .contains(Measure.COMPLETION)
                    .noneMatch(key -> key.startsWith("part")));
  }

  @Test
  void shouldSayWhichSettingsAreBad() {
    TrialOutcome outcome =
        runner(TEXT, Duration.ofMinutes(1))
            .run(new Trial(0, Map.of("congestion.kmin", "400KB", "congestion.kmax", "100KB"), 1));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            TrialOutcome.Failed.class,
            failed -> {
              assertThat(failed.kind()).isEqualTo(FailureKind.BAD_SETTINGS);
              assertThat(failed.reason()).contains("congestion.kmin").contains("kmax");
            });
  }

  @Test
  void shouldGiveUpATrialAtItsLimit() {
    TrialOutcome outcome = runner(LONG, Duration.ofMillis(200)).run(new Trial(0, Map.of(), 1));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            TrialOutcome.Failed.class,
            failed -> {
              assertThat(failed.kind()).isEqualTo(FailureKind.TIME_OUT);
              assertThat(failed.reason()).contains("--trial-limit");
            });
  }

  @Test
  void shouldHaveNoOutcomeWhereTheUserStopsIt() {
    ScenarioTrialRunner stopped =
        new ScenarioTrialRunner(
            new ScenarioText("s.yaml", LONG, Map.of(), List.of()),
            RunCache.none(),
            Duration.ofMinutes(1),
            () -> true);
    assertThatThrownBy(() -> stopped.run(new Trial(0, Map.of(), 1)))
        .isInstanceOf(CancellationException.class);
  }

  /** Another machine has the plan and nothing else. */
  @Test
  void shouldReadFilesFromThePlan() {
    ScenarioText text =
        new ScenarioText(
            "s.yaml",
            "preset: file:ours.yaml\n" + TEXT,
            Map.of("ours.yaml", "congestion: {kmin: lots}\n"),
            List.of());
    TrialOutcome outcome =
        new ScenarioTrialRunner(text, RunCache.none(), Duration.ofMinutes(1), () -> false)
            .run(new Trial(0, Map.of(), 1));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            TrialOutcome.Failed.class,
            failed -> assertThat(failed.reason()).contains("ours.yaml").contains("lots"));
    assertThat(text.hash())
        .hasSize(64)
        .isNotEqualTo(new ScenarioText("s.yaml", text.text(), Map.of(), List.of()).hash());
  }
}
