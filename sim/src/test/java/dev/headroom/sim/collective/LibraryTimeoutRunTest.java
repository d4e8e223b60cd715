package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a link that goes down for a moment keeps a job waiting: its library's ACK timeout. */
final class LibraryTimeoutRunTest {
  private static double seconds(String workload, String... sets) {
    String text =
        """
        fabric:
          topology: single
          hosts: 16
          failures: [{link: host-0/switch-0, down: 300us, up: 3ms}]
        congestion: none
        workload: %s
        run: {stop: 100s}
        """
            .formatted(workload);
    if (!(ScenarioReader.read(text, "s.yaml", List.of(sets)) instanceof ScenarioReader.Good good)) {
      throw new AssertionError(ScenarioReader.read(text, "s.yaml", List.of(sets)));
    }
    RunResult result =
        Simulation.run(good.scenario(), RunOptions.DEFAULT, _ -> {}, ProgressListener.SILENT);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result.completionTimePs() * 1e-12;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: nccl, size: 256MiB} | 20",
        "{type: nccl, size: 64MiB, machine: mi300x} | 18",
        "{type: all-reduce, size: 64MiB} | 20",
        "{type: permutation, shift: 1, size: 16MiB} | 14"
      })
  void shouldWaitForTheTimeoutOfTheLibrary(String workload, int exponent) {
    double timeout = 4.096e-6 * (1 << exponent);
    assertThat(seconds(workload)).isBetween(timeout, 1.1 * timeout + 0.01);
  }

  @Test
  void shouldWaitForTheTimeoutThatIsSaid() {
    assertThat(seconds("{type: nccl, size: 256MiB}", "transport.ackTimeout=14"))
        .isEqualTo(0.0671, within(0.01));
  }
}
