package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.formats.htsim.HtsimReader;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Rate;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ultra Ethernet's transport beside htsim, the simulator of its consortium, preset {@code
 * htsim-uec}. Which ways flows take is a matter of luck on both sides: the middle of ten seeds is
 * held against the one run of the reference.
 */
@Tag("whole")
final class HtsimUecValidationTest {
  private static final int SEEDS = 10;

  /** By how much the middles of trims may differ. */
  private static final double FACTOR = 3;

  private static final ResultTable ROWS = table("htsim-uec");
  private static final ResultTable FABRICS = table("htsim-uec-fabrics");

  private static ResultTable table(String name) {
    return ResultTable.of(
        name,
        HtsimUecValidationTest.class,
        "case",
        "mean FCT, us",
        "theirs",
        "ratio",
        "last FCT, us",
        "theirs",
        "ratio of last",
        "trims",
        "theirs");
  }

  private static void row(
      ResultTable table, String name, Middle ours, double mean, double max, double trims) {
    table.row(
        name,
        Cells.number(ours.mean, 1),
        Cells.number(mean, 1),
        Cells.number(ours.mean / mean, 3),
        Cells.number(ours.max, 1),
        Cells.number(max, 1),
        Cells.number(ours.max / max, 3),
        Cells.number(ours.trims, 0),
        Cells.number(trims, 0));
  }

  /** The middle of some seeds: times in microseconds. */
  private record Middle(double mean, double max, double trims) {}

  /**
   * Trims vary from seed to seed on both sides: the middle of thirty runs of that simulator (commit
   * 40ccb05, {@code -seed 1} to {@code 30}; with RCCC twenty-five of them) in the place of its one.
   */
  private static final Map<String, Double> TRIMS_OVER_SEEDS =
      Map.of(
          "P128_100g_2MB_nscc_mixed", 0.0,
          "P128_100g_2MB_nscc_oblivious", 230.5,
          "P128_100g_2MB_nscc_bitmap", 0.0,
          "P128_100g_2MB_nscc_reps", 24.5,
          "P128_100g_2MB_nscc_reps_legacy", 18.5,
          "P128_100g_2MB_rccc_mixed", 116.0,
          "A2A16serial_nscc", 248.0);

  @ParameterizedTest
  @CsvSource({
    "P128_100g_2MB_nscc_mixed, perm_128n_128c_2MB, ft128_100g, nscc, mixed, 64, 0.04, 0.10",
    "P128_100g_2MB_nscc_oblivious, perm_128n_128c_2MB, ft128_100g, nscc, oblivious, 64, 0.04, 0.10",
    "P128_100g_2MB_nscc_bitmap, perm_128n_128c_2MB, ft128_100g, nscc, bitmap, 64, 0.04, 0.10",
    "P128_100g_2MB_nscc_reps, perm_128n_128c_2MB, ft128_100g, nscc, reps, 64, 0.04, 0.10",
    "P128_100g_2MB_nscc_reps_legacy, perm_128n_128c_2MB, ft128_100g, nscc, recycling, 64, 0.04, 0.10",
    "P128_100g_2MB_nscc_singlepath, perm_128n_128c_2MB, ft128_100g, nscc, oblivious, 1, 0.10, 0.25",
    "P128_100g_2MB_dctcp_mixed, perm_128n_128c_2MB, ft128_100g, dctcp, mixed, 64, 0.04, 0.10",
    "P128_100g_2MB_rccc_mixed, perm_128n_128c_2MB, ft128_100g, rccc, mixed, 64, 0.04, 0.10",
    "I8_100g_2MB_nscc, incast_8_2MB, ft128_100g, nscc, mixed, 64, 0.04, 0.03",
    "I32_100g_2MB_nscc, incast_32_2MB, ft128_100g, nscc, mixed, 64, 0.04, 0.03",
    "I8_100g_2MB_rccc, incast_8_2MB, ft128_100g, rccc, mixed, 64, 0.04, 0.03",
    "I32_100g_2MB_rccc, incast_32_2MB, ft128_100g, rccc, mixed, 64, 0.04, 0.03",
    "A2A16serial_nscc, alltoall_serial_16n, ft16_100g, nscc, mixed, 64, 0.04, 0.25"
  })
  void shouldTakeAsLongAsThere(
      String name,
      String matrix,
      String topology,
      String control,
      String spraying,
      String values,
      double meanMargin,
      double maxMargin)
      throws IOException {
    Map<String, String> theirs = summary().get(name);
    assertThat(theirs).isNotNull();
    Middle ours =
        middle(
            scenario(
                matrix,
                topology,
                "congestion.algorithm=" + control,
                "transport.uet.spraying=" + spraying,
                "transport.uet.entropyValues=" + values));
    double mean = Double.parseDouble(theirs.get("fct_mean_us"));
    double max = Double.parseDouble(theirs.get("max"));
    double trims = TRIMS_OVER_SEEDS.getOrDefault(name, Double.valueOf(theirs.get("trims")));
    row(ROWS, name.replace("_100g_2MB", ""), ours, mean, max, trims);
    assertThat(ours.mean).as("mean FCT").isCloseTo(mean, within(meanMargin * mean));
    assertThat(ours.max).as("last FCT").isCloseTo(max, within(maxMargin * max));
    if (Math.max(ours.trims, trims) > 20) {
      assertThat(ours.trims).as("trims").isBetween(trims / FACTOR, trims * FACTOR);
    }
  }

  /**
   * What its results do not cover: oversubscribed fabrics, and leaves and spines. Beside the middle
   * of ten runs of that simulator (commit 40ccb05, {@code -seed 1} to {@code 10}): mean and last
   * FCT, in microseconds, and NACKs.
   */
  @ParameterizedTest
  @CsvSource({
    "perm_128n_128c_2MB, ft128_4os, nscc, 565.3, 768.3, 5242",
    "perm_128n_128c_2MB, ft128_4os, rccc, 630.1, 754.8, 8562",
    "perm_128n_128c_2MB, ft128_4os, dctcp, 588.2, 791.9, 4337",
    "incast_32_2MB, ft128_4os, rccc, 5367.0, 5383.1, 1625",
    "perm_128n_128c_2MB, ls128_100g, nscc, 181.4, 193.3, 10"
  })
  void shouldTakeAsLongInOtherFabrics(
      String matrix, String topology, String control, double mean, double max, double trims)
      throws IOException {
    Middle ours = middle(scenario(matrix, topology, "congestion.algorithm=" + control));
    row(FABRICS, "%s, %s, %s".formatted(matrix, topology, control), ours, mean, max, trims);
    assertThat(ours.mean).as("mean FCT").isCloseTo(mean, within(0.02 * mean));
    assertThat(ours.max).as("last FCT").isCloseTo(max, within(0.04 * max));
    assertThat(ours.trims).as("trims").isCloseTo(trims, within(20 + 0.2 * trims));
  }

  /**
   * Thirty-one steps, each of which waits for the one before: that simulator starts the next at
   * once, and here word of it takes as long as the shortest way to the other host.
   */
  @Test
  void shouldPassARingOnAsThere() throws IOException {
    Map<String, String> theirs = summary().get("RING16_nscc");
    assertThat(theirs).isNotNull();
    List<FlowResult> flows = new ArrayList<>();
    RunResult result = run(scenario("ring_16_g16_1MB", "ft16_100g"), 1, flows);
    double last = Double.parseDouble(theirs.get("last_us"));
    assertThat(result.completionTimePs() * 1e-6).isCloseTo(last, within(0.02 * last));
  }

  /** With one way a flow both sides depend on where flows collide: theirs is one of ours. */
  @Test
  void shouldHaveTheirSinglePathAmongOurs() throws IOException {
    Map<String, String> theirs = summary().get("P128_100g_2MB_nscc_singlepath");
    assertThat(theirs).isNotNull();
    Scenario scenario =
        scenario(
            "perm_128n_128c_2MB",
            "ft128_100g",
            "transport.uet.spraying=oblivious",
            "transport.uet.entropyValues=1");
    double[] means = new double[30];
    double[] maxima = new double[30];
    for (int seed = 1; seed <= 30; seed++) {
      List<FlowResult> flows = new ArrayList<>();
      run(scenario, seed, flows);
      means[seed - 1] = meanUs(flows);
      maxima[seed - 1] = maxUs(flows);
    }
    Arrays.sort(means);
    Arrays.sort(maxima);
    assertThat(Double.parseDouble(theirs.get("fct_mean_us"))).isBetween(means[0], means[29]);
    assertThat(Double.parseDouble(theirs.get("max"))).isBetween(maxima[0], maxima[29]);
  }

  private static Scenario scenario(String matrix, String topology, String... sets)
      throws IOException {
    Path folder = ReferenceData.folder("htsim").resolve("inputs");
    Scenario read =
        HtsimReader.read(
                folder.resolve(matrix + ".cm"),
                folder.resolve(topology + ".topo"),
                Optional.of(Rate.ofGbps(100)))
            .scenario();
    List<String> all = Stream.concat(Stream.of("preset=htsim-uec"), Arrays.stream(sets)).toList();
    return ((ScenarioReader.Good) ScenarioReader.change(read, all)).scenario();
  }

  private static Middle middle(Scenario scenario) {
    double[] means = new double[SEEDS];
    double[] maxima = new double[SEEDS];
    double[] trims = new double[SEEDS];
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<FlowResult> flows = new ArrayList<>();
      RunResult result = run(scenario, seed, flows);
      means[seed - 1] = meanUs(flows);
      maxima[seed - 1] = maxUs(flows);
      trims[seed - 1] = result.counts().trims();
    }
    return new Middle(median(means), median(maxima), median(trims));
  }

  private static RunResult run(Scenario scenario, int seed, List<FlowResult> flows) {
    Scenario seeded =
        ((ScenarioReader.Good) ScenarioReader.change(scenario, List.of("run.seed=" + seed)))
            .scenario();
    RunResult result =
        Simulation.run(seeded, new RunOptions(1, 1, false), flows::add, ProgressListener.SILENT);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result;
  }

  private static double meanUs(List<FlowResult> flows) {
    return flows.stream().mapToLong(FlowResult::fctPs).average().orElseThrow() * 1e-6;
  }

  private static double maxUs(List<FlowResult> flows) {
    return flows.stream().mapToLong(FlowResult::fctPs).max().orElseThrow() * 1e-6;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** By case, the columns by name. */
  private static Map<String, Map<String, String>> summary() throws IOException {
    Path file = ReferenceData.folder("htsim").resolve("results").resolve("SUMMARY.tsv");
    List<String> lines = Files.readAllLines(file);
    String[] head = lines.getFirst().split("\t", -1);
    Map<String, Map<String, String>> cases = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      Map<String, String> row = new TreeMap<>();
      for (int i = 0; i < Math.min(head.length, cells.length); i++) {
        row.put(head[i], cells[i]);
      }
      cases.put(cells[0], row);
    }
    return cases;
  }
}
