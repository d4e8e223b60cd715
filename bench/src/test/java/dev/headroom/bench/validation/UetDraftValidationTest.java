package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The drafts of Ultra Ethernet's controls beside the simulator of their time, built from commits
 * 171b5d8 and f1f54d0 of uet-htsim. At scale beside the runs that were published: {@code
 * docs/validation.md}.
 */
final class UetDraftValidationTest {
  private static final ResultTable DRAFTS =
      ResultTable.of(
          "uet-drafts",
          UetDraftValidationTest.class,
          "version",
          "mean FCT, us",
          "theirs",
          "difference",
          "median",
          "theirs",
          "p99",
          "theirs",
          "retransmitted",
          "theirs");
  private static final ResultTable PUBLISHED =
      ResultTable.of(
          "uet-published",
          UetDraftValidationTest.class,
          "file, 1 MB",
          "last FCT, us",
          "published",
          "difference");

  private static final String FOUR_TO_ONE =
      """
      preset: htsim-uec
      fabric:
        topology: leaf-spine
        leaves: 16
        spines: 16
        hostsPerLeaf: 64
        links: {rate: 400Gbps, delay: 1us}
        switches: {queueLimit: 410850B, trimWhich: either}
      congestion: {preset: uet-2024, algorithm: nscc, kmin: 99600B, kmax: 307100B}
      workload: {type: permutation, size: 1MB}
      """;

  /**
   * 1,024 hosts four to one, the permutation of {@code headroom generate permutation --hosts 1024
   * --size 1MB --seed 1 --as htsim}; {@code htsim_uec -tm X.cm -topo Y.topo -linkspeed 400000 -q
   * 100 -ecn 25 75 -cwnd 150 -paths 64}, and {@code -sender_cc_only} with NSCC. The later commit
   * marks from a quarter of what {@code -ecn} says on.
   */
  @ParameterizedTest
  @CsvSource({
    "171b5d8, nscc, early-draft,  99600B, 307100B, 88.29, 83.80, 139.35, 98931",
    "f1f54d0, nscc, draft,        21787B,  73662B, 88.06, 91.33, 106.26, 101798",
    "171b5d8, rccc, early-draft,  99600B, 307100B, 95.28, 99.18, 106.54, 403795",
  })
  void shouldFinishAsThatSimulatorDid(
      String commit,
      String algorithm,
      String edition,
      String kmin,
      String kmax,
      double meanUs,
      double medianUs,
      double p99Us,
      long repeats) {
    Scenario scenario =
        scenario(
            FOUR_TO_ONE,
            "congestion.algorithm=" + algorithm,
            "congestion.nscc.edition=" + edition,
            "congestion.kmin=" + kmin,
            "congestion.kmax=" + kmax);
    List<FlowResult> flows = new ArrayList<>();
    RunResult result =
        Simulation.run(scenario, new RunOptions(1, 1, false), flows::add, ProgressListener.SILENT);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    double[] fct = flows.stream().mapToDouble(flow -> flow.fctPs() * 1e-6).sorted().toArray();
    double mean = Arrays.stream(fct).average().orElseThrow();
    DRAFTS.row(
        commit + ", " + algorithm,
        Cells.number(mean, 2),
        Cells.number(meanUs, 2),
        Cells.difference(mean, meanUs),
        Cells.number(fct[512], 2),
        Cells.number(medianUs, 2),
        Cells.number(fct[1_013], 2),
        Cells.number(p99Us, 2),
        Cells.count(result.counts().retransmissions()),
        Cells.count(repeats));
    assertThat(mean).isCloseTo(meanUs, withinPercentage(1.5));
    assertThat(fct[512]).isCloseTo(medianUs, withinPercentage(3));
    assertThat(fct[1_013]).isCloseTo(p99Us, withinPercentage(5));
    assertThat((double) result.counts().retransmissions()).isCloseTo(repeats, withinPercentage(3));
  }

  /**
   * The last flow of 8,192, beside the files of {@code datacenter/results} named, 1 MB and 64
   * entropy values; with {@code -Dheadroom.full=true}.
   */
  @ParameterizedTest
  @EnabledIfSystemProperty(named = "headroom.full", matches = "true")
  @CsvSource({
    "400g_nscc,                leaf-spine-8192,            64, '',      36.1797",
    "400g_nscc_8_to_1,         leaf-spine-8192,             8, '',     235.767",
    "400g_nscc_2,              leaf-spine-8192,            64, later,   33.926",
    "400g_nscc_4_to_1_2,       leaf-spine-8192,            16, later,  119.703",
    "400g_nscc_fail1,          leaf-spine-8192-slow-spine, 64, '',      44.6124",
    "400g_nscc_4_to_1_fail1,   leaf-spine-8192-slow-spine, 16, '',     236.021",
    "400g_nscc_fail1_2,        leaf-spine-8192-slow-spine, 64, later,   44.6124",
    "400g_nscc_4_to_1_fail1_2, leaf-spine-8192-slow-spine, 16, later,  132.837",
    "400g_rccc,                leaf-spine-8192,            64, rccc,    36.5572",
    "400g_rccc_4_to_1,         leaf-spine-8192,            16, rccc,   123.675",
    "400g_rccc_8_to_1,         leaf-spine-8192,             8, rccc,   228.808",
    "400g_rccc_fail1,          leaf-spine-8192-slow-spine, 64, rccc,    45.133",
    "400g_rccc_4_to_1_fail1,   leaf-spine-8192-slow-spine, 16, rccc,   131.037",
  })
  void shouldEndWhenThePublishedRunsDid(
      String file, String example, int spines, String control, double lastUs) throws IOException {
    Stream<String> sets =
        switch (control) {
          case "later" ->
              Stream.of(
                  "congestion.nscc.edition=draft",
                  "congestion.kmin=21787B",
                  "congestion.kmax=73662B");
          case "rccc" -> Stream.of("congestion.algorithm=rccc");
          default -> Stream.of();
        };
    Path yaml = Path.of("..", "examples", "uet", example + ".yaml");
    Scenario scenario =
        scenario(
            Files.readString(yaml),
            Stream.concat(Stream.of("fabric.spines=" + spines), sets).toArray(String[]::new));
    RunResult result =
        Simulation.run(scenario, new RunOptions(1, 1, false), flow -> {}, ProgressListener.SILENT);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    double ours = result.completionTimePs() * 1e-6;
    PUBLISHED.row(
        file, Cells.number(ours, 1), Cells.number(lastUs, 1), Cells.difference(ours, lastUs));
    assertThat(ours).as(file).isCloseTo(lastUs, withinPercentage(8));
  }

  private static Scenario scenario(String yaml, String... sets) {
    return ((ScenarioReader.Good) ScenarioReader.read(yaml, "published.yaml", List.of(sets)))
        .scenario();
  }
}
