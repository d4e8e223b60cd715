package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.collective.Collective;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logs of nccl-tests on real machines beside the same collectives here; docs/validation.md has the
 * tables. Skipped where the logs are absent.
 */
final class NcclTestsValidationTest {
  private static final Path LOGS = Path.of("../../shared/fixtures/nccl_tests");

  /**
   * Two virtual machines of eight A100 and eight InfiniBand NICs of 200 Gb/s each, Azure's ND A100
   * v4.
   */
  private static final Path TWO_MACHINES =
      Path.of("../../shared/fixtures/perftest/aks_ndv4_expected_sriov_gdr.txt");

  private static final Pattern ROW =
      Pattern.compile(
          "\\s+(\\d+)\\s+\\d+\\s+(?:float|half)\\s+(?:sum\\s+)?(?:-?\\d+\\s+)?([\\d.]+)\\s+[\\d.]+\\s+[\\d.]+\\s+\\S+\\s+([\\d.]+)\\s.*");
  private static final double LARGE = 64e6;

  private static final ResultTable SUMMARY =
      ResultTable.of(
          "nccl-tests",
          NcclTestsValidationTest.class,
          "log",
          "set",
          "worst above 64 MB",
          "worst below");
  private static final ResultTable TREES =
      ResultTable.of(
          "nccl-tests-trees",
          NcclTestsValidationTest.class,
          "size",
          "measured, us",
          "here, us",
          "error");
  private static final ResultTable NVLINK =
      ResultTable.of(
          "nccl-tests-nvlink",
          NcclTestsValidationTest.class,
          "collective, 1 GiB in place, 8 H100",
          "NVIDIA, GB/s",
          "here, GB/s");

  /** One thread calls for all, as SuperBench starts it. */
  private static final String A100 = "gpusPerThread: 8";

  /** Fitted to the all-gather of eight A100, with the choices of NCCL of that time. */
  private static final String A100_OF_2021 = "release: 2.9.9, launch: 27us, " + A100;

  /** Out of place, and in place. */
  private record Measured(long bytes, double us, double inPlaceUs) {}

  private static List<Measured> read(String name) throws IOException {
    return read(LOGS.resolve(name));
  }

  private static List<Measured> read(Path log) throws IOException {
    Assumptions.assumeTrue(Files.exists(log), () -> log + " is absent");
    List<Measured> rows = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      Matcher row = ROW.matcher(line);
      if (row.matches() && Long.parseLong(row.group(1)) >= 8) {
        rows.add(
            new Measured(
                Long.parseLong(row.group(1)),
                Double.parseDouble(row.group(2)),
                Double.parseDouble(row.group(3))));
      }
    }
    assertThat(rows).isNotEmpty();
    return rows;
  }

  private static double simulated(String machine, String workload, long bytes) {
    return CollectiveRun.alone(machine).microseconds(workload, bytes);
  }

  /** The greatest error of the bus bandwidth above 64 MB and up to it. */
  private static Worst worst(String title, String log, String machine, String workload)
      throws IOException {
    Worst worst = new Worst();
    for (Measured row : read(log)) {
      worst.add(row.bytes, error(row, machine, workload));
    }
    worst.record(title, "`%s`".formatted(workload));
    return worst;
  }

  private static double error(Measured row, String machine, String workload) {
    return Math.abs(row.us / simulated(machine, workload, row.bytes) - 1);
  }

  /** The worst errors of a log. */
  private static final class Worst {
    private double large;
    private double small;

    void add(long bytes, double error) {
      if (bytes > LARGE) {
        large = Math.max(large, Math.abs(error));
      } else {
        small = Math.max(small, Math.abs(error));
      }
    }

    void record(String log, String set) {
      SUMMARY.row(
          log,
          set,
          large == 0 ? "" : Cells.share(large, 1),
          small == 0 ? "" : Cells.share(small, 1));
    }
  }

  @Test
  void shouldPredictTheAllReduceOfEightA100() throws IOException {
    Worst newest =
        worst(
            "SuperBench all-reduce, 8 A100, NCCL 2.30.7's choices",
            "superbench_nccl_allreduce.log",
            "dgx-a100",
            A100);
    assertThat(newest.large).isLessThan(0.10);
    assertThat(newest.small).isLessThan(0.30);
    Worst of2021 =
        worst(
            "SuperBench all-reduce, 8 A100, NCCL 2.9.9's choices",
            "superbench_nccl_allreduce.log",
            "dgx-a100",
            "release: 2.9.9, " + A100);
    assertThat(of2021.large).isLessThan(0.07);
    assertThat(of2021.small).isLessThan(0.10);
  }

  /** With what was fitted to the all-gather, and nothing of its own. */
  @Test
  void shouldPredictTheirReduceScatter() throws IOException {
    String workload = "collective: reduce-scatter, " + A100_OF_2021;
    Worst worst =
        worst(
            "SuperBench reduce-scatter, 8 A100",
            "superbench_nccl_reducescatter.log",
            "dgx-a100",
            workload);
    assertThat(worst.large).isLessThan(0.10);
    assertThat(worst.small).isLessThan(0.25);
  }

  @Test
  void shouldFitTheirAllGatherOutOfPlaceAndInPlace() throws IOException {
    String workload = "collective: all-gather, " + A100_OF_2021;
    Worst outOfPlace = new Worst();
    Worst inPlace = new Worst();
    for (Measured row : read("superbench_nccl_allgather.log")) {
      double out = simulated("dgx-a100", workload, row.bytes);
      double in = simulated("dgx-a100", workload + ", inPlace: true", row.bytes);
      double most = row.bytes < LARGE ? 0.25 : 0.10;
      assertThat(row.us / out - 1).as("%d B", row.bytes).isBetween(-most, most);
      assertThat(row.inPlaceUs / in - 1).as("%d B in place", row.bytes).isBetween(-most, most);
      outOfPlace.add(row.bytes, row.us / out - 1);
      inPlace.add(row.bytes, row.inPlaceUs / in - 1);
    }
    outOfPlace.record("SuperBench all-gather, 8 A100 (fitted)", "`%s`".formatted(workload));
    inPlace.record("the same in place", "`%s, inPlace: true`".formatted(workload));
  }

  /** Up to 2 MiB it is the calling that takes the time, whatever is called. */
  @ParameterizedTest
  @CsvSource({
    "reduce-scatter, superbench_nccl_reducescatter.log",
    "all-gather, superbench_nccl_allgather.log"
  })
  void shouldPredictSmallCallsOfOthers(String collective, String log) throws IOException {
    Worst worst = new Worst();
    String workload = "collective: " + collective + ", " + A100;
    for (Measured row : read(log)) {
      if (row.bytes <= 2 << 20) {
        double error = error(row, "dgx-a100", workload);
        assertThat(error).as("%d B", row.bytes).isLessThan(0.22);
        worst.add(row.bytes, error);
      }
    }
    worst.record(
        "SuperBench %s, 8 A100, up to 2 MiB".formatted(collective), "`%s`".formatted(workload));
  }

  /** With NCCL's own choice; calls follow each other along the chain without a pause. */
  @Test
  void shouldPredictTheirReduce() throws IOException {
    Worst worst = new Worst();
    for (Measured row : read("superbench_nccl_reduce.log")) {
      String calls = "collective: reduce, repeat: " + Collective.REDUCE.callsMeasured(row.bytes);
      double error = error(row, "dgx-a100", calls + ", launch: 27us, " + A100);
      assertThat(error).as("%d B", row.bytes).isLessThan(row.bytes > LARGE ? 0.10 : 0.20);
      worst.add(row.bytes, error);
    }
    worst.record(
        "SuperBench reduce, 8 A100", "`collective: reduce, launch: 27us, %s`".formatted(A100));
  }

  /**
   * "NCCL can get an effective NVLink bandwidth of 370GB/s, which you can observe as BusBw when
   * running non-allreduce operations" (its maintainer of eight H100, NVIDIA/nccl-tests#212). In
   * place, since what a GPU copies within itself is no traffic of NVLink's.
   */
  @ParameterizedTest
  @CsvSource({"all-to-all", "send-recv", "gather", "scatter", "all-gather", "reduce-scatter"})
  void shouldCarryWhatNvlinkDoes(String collective) {
    long bytes = 1L << 30;
    String workload = "inPlace: true, collective: " + collective;
    double algbw = bytes / 1e3 / simulated("dgx-h100", workload, bytes);
    double busbw = algbw * Collective.named(collective).orElseThrow().busFactor(8);
    assertThat(busbw).isCloseTo(370, within(0.05 * 370));
    NVLINK.row(collective, "370", Cells.number(busbw, 0));
  }

  /**
   * Each GPU's own process calls, which is fitted (10 us). Of each row the faster of out of place
   * and in place counts: three of 32 calls took two to nine times what their neighbours did.
   */
  @Test
  void shouldPredictTwoMachinesOfEightA100() throws IOException {
    CollectiveRun two = new CollectiveRun(2, "200Gbps", "infiniband", "dgx-a100");
    Worst worst = new Worst();
    for (Measured row : read(TWO_MACHINES)) {
      if (row.bytes <= 600e6) {
        double simulated = two.microseconds("collective: all-reduce, launch: 10us", row.bytes);
        assertThat(Math.min(row.us, row.inPlaceUs) / simulated - 1)
            .as("%d B", row.bytes)
            .isBetween(
                row.bytes > LARGE ? -0.10 : row.bytes > 2048 ? -0.20 : -0.35,
                row.bytes > LARGE ? 0.10 : 0.26);
        worst.add(row.bytes, Math.min(row.us, row.inPlaceUs) / simulated - 1);
      }
    }
    worst.record(
        "Azure ND A100 v4 all-reduce, 2 x 8 A100, InfiniBand, to 512 MiB",
        "`launch: 10us` (fitted)");
  }

  /**
   * One H100 of each of two machines, the ring left out (NCCL_ALGO=Tree), its NIC of 400 Gb/s with
   * RoCE: NVIDIA/nccl-tests#232, in place. Nothing is fitted but what a call takes, as for eight.
   */
  @ParameterizedTest
  @CsvSource({"4, 153.3", "8, 227.8", "16, 419.9", "32, 808.2"})
  void shouldPredictOneGpuOfEachMachine(int mebibytes, double us) {
    CollectiveRun two = new CollectiveRun(2, 1, "400Gbps", "rocev2", "dgx-h100");
    double simulated =
        two.microseconds("perMachine: 1, algorithm: tree, launch: 50us", (long) mebibytes << 20);
    assertThat(us / simulated - 1).isBetween(-0.15, 0.15);
    TREES.row(
        mebibytes + " MiB",
        Cells.number(us, 1),
        Cells.number(simulated, 1),
        Cells.difference(simulated, us));
  }

  @Test
  void shouldPredictTheAllReduceOfEightH100() throws IOException {
    Worst worst =
        worst(
            "SMC, MLPerf 4.0, all-reduce, 8 H100",
            "mlperf4_smc_1x8_h100.txt",
            "dgx-h100",
            "collective: all-reduce");
    assertThat(worst.large).isLessThan(0.10);
    assertThat(worst.small).isLessThan(0.30);
  }
}
