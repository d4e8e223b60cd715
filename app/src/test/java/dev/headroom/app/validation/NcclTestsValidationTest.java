package dev.headroom.app.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Logs of nccl-tests on real machines beside the same collectives here; docs/validation.md has the
 * tables. Skipped where the logs are absent.
 */
final class NcclTestsValidationTest {
  private static final Path LOGS = Path.of("../../shared/fixtures/nccl_tests");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s+(\\d+)\\s+\\d+\\s+(?:float|half)\\s+(?:sum\\s+)?(?:-?\\d+\\s+)?([\\d.]+)\\s+[\\d.]+\\s+[\\d.]+\\s.*");
  private static final double LARGE = 64e6;

  private record Measured(long bytes, double us) {}

  private static List<Measured> read(String name) throws IOException {
    Path log = LOGS.resolve(name);
    Assumptions.assumeTrue(Files.exists(log), () -> log + " is absent");
    List<Measured> rows = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      Matcher row = ROW.matcher(line);
      if (row.matches() && Long.parseLong(row.group(1)) >= 8) {
        rows.add(new Measured(Long.parseLong(row.group(1)), Double.parseDouble(row.group(2))));
      }
    }
    assertThat(rows).isNotEmpty();
    return rows;
  }

  private static double simulated(String machine, String workload, long bytes) {
    String text =
        """
        name: validation
        fabric: {topology: rail-optimized, servers: 1, rails: 8}
        workload: {type: nccl, machine: %s, size: %dB, %s}
        """
            .formatted(machine, bytes, workload);
    Scenario scenario =
        switch (ScenarioReader.read(text, "validation", List.of(), file -> Optional.empty())) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad ->
              throw new IllegalArgumentException(bad.problems().toString());
        };
    return Simulation.run(
                scenario, new RunOptions(1, 1, false), flow -> {}, (now, flows, packets) -> true)
            .completionTimePs()
        * 1e-6;
  }

  /** The greatest error of the bus bandwidth above 64 MB and up to it. */
  private static double[] errors(String log, String machine, String workload) throws IOException {
    double[] most = new double[2];
    for (Measured row : read(log)) {
      double error = Math.abs(row.us / simulated(machine, workload, row.bytes) - 1);
      int range = row.bytes > LARGE ? 0 : 1;
      most[range] = Math.max(most[range], error);
    }
    return most;
  }

  @Test
  void shouldFitTheAllReduceOfEightA100() throws IOException {
    String fitted = "launch: 20us, latencyScale: 1.5, busyShare: 0.85";
    double[] most = errors("superbench_nccl_allreduce.log", "dgx-a100", fitted);
    assertThat(most[0]).isLessThan(0.10);
    assertThat(most[1]).isLessThan(0.30);
  }

  /** With what was fitted to the all-reduce, and nothing of its own. */
  @Test
  void shouldPredictTheirReduceScatter() throws IOException {
    String fitted = "collective: reduce-scatter, launch: 20us, latencyScale: 1.5, busyShare: 0.85";
    assertThat(errors("superbench_nccl_reducescatter.log", "dgx-a100", fitted)[0]).isLessThan(0.10);
  }

  @Test
  void shouldFitTheAllReduceOfEightH100() throws IOException {
    double[] most = errors("mlperf4_smc_1x8_h100.txt", "dgx-h100", "launch: 50us");
    assertThat(most[0]).isLessThan(0.10);
    assertThat(most[1]).isLessThan(0.30);
  }
}
