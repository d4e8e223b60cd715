package dev.headroom.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.screen.Terminal;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.ProgressEstimate;
import dev.headroom.sim.ProgressListener;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line that a long report shows while it simulates. */
final class GapProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  private final StringWriter err = new StringWriter();
  private long nowNs;
  private boolean stopped;

  private GapProgressLine line() {
    return new GapProgressLine(new PrintWriter(err), Terminal.PLAIN, () -> stopped, () -> nowNs);
  }

  private static Scenario scenario() {
    return switch (ScenarioReader.read(
        """
        fabric:
          topology: single
          hosts: 5
          links: {rate: 100Gbps, delay: 1us}
        workload:
          type: poisson
          load: 0.9
          sizes: 300KB
          duration: 60us
        """,
        "a job",
        List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  @Test
  void shouldShowNothingOfAShortReport() {
    try (GapProgressLine line = line()) {
      line.step("1MiB as found");
      nowNs = SECOND;
      line.showIfDue();
      assertThat(err.toString()).isEmpty();
    }
  }

  @Test
  void shouldNameTheSimulationItsShareAndTheTimeLeft() {
    try (GapProgressLine line = line()) {
      line.step("1MiB as found");
      nowNs = 10 * SECOND;
      ProgressListener listener = line.listen(scenario());
      line.showIfDue();
      assertThat(err.toString()).contains("simulating 1MiB as found: 0 %").doesNotContain("left");

      long all = Math.round(ProgressEstimate.of(scenario()).packets());
      assertThat(listener.report(0, 0, all / 4)).isTrue();
      nowNs = 20 * SECOND;
      line.showIfDue();
      assertThat(err.toString()).contains("simulating 1MiB as found: 25 %, 60 s left");
    }
  }

  @Test
  void shouldBeginEachSimulationAtNothing() {
    try (GapProgressLine line = line()) {
      line.step("1MiB as found");
      line.listen(scenario()).report(0, 0, 1_000_000);
      nowNs = 10 * SECOND;
      line.showIfDue();
      assertThat(err.toString()).contains("99 %");
      line.step("4MiB as found");
      nowNs = 30 * SECOND;
      line.showIfDue();
      assertThat(err.toString()).contains("simulating 4MiB as found: 0 %");
    }
  }

  @Test
  void shouldStopTheSimulationWhenTheUserDoes() {
    try (GapProgressLine line = line()) {
      ProgressListener listener = line.listen(scenario());
      assertThat(line.shouldContinue()).isTrue();
      assertThat(listener.report(0, 0, 0)).isTrue();
      stopped = true;
      assertThat(line.shouldContinue()).isFalse();
      assertThat(listener.report(0, 0, 0)).isFalse();
    }
  }
}
