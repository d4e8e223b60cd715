package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A training job that was run three times on the same machines, with GPUDirect, without, and over
 * TCP, beside {@code examples/gpt2-ddp.yaml}; docs/validation.md has the table. What GPUs compute
 * is fitted to the first, the others follow. Skipped where the logs are absent.
 */
final class GpuDirectValidationTest {
  private static final ResultTable STEPS =
      ResultTable.of(
          "gpudirect",
          GpuDirectValidationTest.class,
          "step over",
          "measured, ms",
          "run, ms",
          "added, measured",
          "added, run",
          "difference");

  private static final Path LOGS = Path.of("../../shared/fixtures/nccl_log");
  private static final Pattern STEP = Pattern.compile("step +(\\d+)/10 .*\\(([\\d.]+) ms .*");
  private static final String[] STAGED = {"workload.gpuDirect=false", "hosts.memory.place=staged"};
  private static final String[] TCP = {
    "transport=tcp", "workload.gpuDirect=false", "hosts.stages=ideal"
  };

  /** Mean of a log's steps after the first, in milliseconds. */
  private static double measured(String mode) throws IOException {
    Path log = LOGS.resolve("moc_2node_4xH100_4nic_%s.log".formatted(mode));
    Assumptions.assumeTrue(Files.exists(log), () -> log + " is absent");
    return Files.readAllLines(log).stream()
        .map(STEP::matcher)
        .filter(Matcher::matches)
        .filter(step -> Integer.parseInt(step.group(1)) > 1)
        .mapToDouble(step -> Double.parseDouble(step.group(2)))
        .average()
        .orElseThrow();
  }

  private static double simulated(String... set) throws IOException {
    String text = Files.readString(Path.of("../examples/gpt2-ddp.yaml"));
    Scenario scenario =
        switch (ScenarioReader.read(text, "gpt2-ddp", List.of(set), file -> Optional.empty())) {
          case ScenarioReader.Good good -> good.scenario();
          case ScenarioReader.Bad bad ->
              throw new IllegalArgumentException(bad.problems().toString());
        };
    return Simulation.run(
                scenario, new RunOptions(1, 1, false), flow -> {}, (now, flows, packets) -> true)
            .completionTimePs()
        * 1e-9;
  }

  private static double[] step(String name, String mode, String... set) throws IOException {
    double[] step = {measured(mode), simulated(set)};
    double direct = set.length == 0 ? step[1] : simulated();
    double[] added = {step[0] - measured("gdrdma"), step[1] - direct};
    STEPS.row(
        name,
        Cells.number(step[0], 2),
        Cells.number(step[1], 2),
        Cells.number(added[0], 2),
        Cells.number(added[1], 2),
        set.length == 0 ? "" : Cells.difference(added[1], added[0]));
    return set.length == 0 ? step : added;
  }

  @Test
  void shouldFitTheStepWithGpuDirect() throws IOException {
    double[] step = step("GPUDirect RDMA (fitted)", "gdrdma");
    assertThat(step[1]).isCloseTo(step[0], within(0.1));
  }

  @Test
  void shouldPredictWhatTcpAdds() throws IOException {
    double[] added = step("TCP", "tcp", TCP);
    assertThat(added[1] / added[0]).isBetween(0.7, 1.3);
  }

  @Test
  void shouldPredictWhatCopiesAdd() throws IOException {
    double[] added = step("RDMA without GPUDirect", "rdma", STAGED);
    assertThat(added[1] / added[0]).isBetween(0.7, 1.3);
  }

  /** NCCL finds half as many channels there, and no LL128: that alone is a part of it. */
  @Tag("whole")
  @Test
  void shouldLoseByFewerChannelsAlone() throws IOException {
    assertThat(simulated("workload.gpuDirect=false")).isGreaterThan(simulated() + 0.3);
  }
}
