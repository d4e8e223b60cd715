package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What is known of Gloo's times; docs/validation.md has the table. */
final class GlooValidationTest {
  private static final ResultTable TIMES =
      ResultTable.of("gloo", GlooValidationTest.class, "all-reduce", "published, ms", "here, ms");

  private static Scenario scenario(String example, String... set) throws IOException {
    String text = Files.readString(Path.of("../examples/" + example));
    return switch (ScenarioReader.read(text, example, List.of(set))) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static double ms(Scenario scenario) {
    return Simulation.run(
                scenario, new RunOptions(1, 1, false), flow -> {}, (now, flows, packets) -> true)
            .completionTimePs()
        * 1e-9;
  }

  /** pytorch/gloo issue 248: 17.3 ms in the middle of 961 runs. */
  @Test
  void shouldTakeWhatGloosBenchmarkTook() throws IOException {
    double ms = ms(scenario("gloo-pair.yaml"));
    TIMES.row("5,000,000 floats between two processes, one core each", "17.3", Cells.number(ms, 1));
    TIMES.row(
        "the same with `hosts.cpu.frequency=2.1`",
        "",
        Cells.number(ms(scenario("gloo-pair.yaml", "hosts.cpu.frequency=2.1")), 1));
    assertThat(ms).isCloseTo(17.3, Percentage.withPercentage(15));
  }

  /** pytorch pull request 9309: of about 16 processes halving and doubling is faster. */
  @Test
  void shouldHalveAndDoubleFasterAmongMany() throws IOException {
    String small = "workload.size=1MB";
    double ring = ms(scenario("gloo-16.yaml", small));
    double halving = ms(scenario("gloo-16.yaml", small, "workload.algorithm=halving-doubling"));
    assertThat(halving).isLessThan(ring);
    TIMES.row("16 processes, 1 MB, ring", "", Cells.number(ring, 2));
    TIMES.row("16 processes, 1 MB, halving-doubling", "faster", Cells.number(halving, 2));
    double ringOfFour = ms(scenario("gloo-16.yaml", "fabric.hostsPerLeaf=1"));
    double ofFour =
        ms(
            scenario(
                "gloo-16.yaml", "fabric.hostsPerLeaf=1", "workload.algorithm=halving-doubling"));
    assertThat(ofFour).isGreaterThan(ringOfFour);
  }

  @Test
  void shouldNotDependOnThreadsOrPartitions() throws IOException {
    List<String> digests = new ArrayList<>();
    for (int partitions : new int[] {1, 2, 5}) {
      digests.add(
          Simulation.run(
                  scenario("gloo-16.yaml", "workload.size=100KB"),
                  new RunOptions(Math.min(2, partitions), partitions, false),
                  flow -> {},
                  (now, flows, packets) -> true)
              .digest());
    }
    assertThat(digests).containsOnly(digests.getFirst());
  }
}
