package dev.headroom.audit.gap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Machine;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NcclTestsTableTest {
  private static Optional<NcclTestsTable> read(String name, String text) {
    return NcclTestsTable.of(
        List.of(
            HostFacts.of(
                "host", List.of(FormatCatalogue.reader().read(FactSource.of(name), text)))));
  }

  private static String rank(int rank, String host, int device, String gpu) {
    return "#  Rank %2d Group  0 Pid 1 on %s device %2d [0x1b] %s\n"
        .formatted(rank, host, device, gpu);
  }

  private static String row(long bytes, String operation, int root, double algbw, double busbw) {
    return "%12d %12d float %6s %6d 100.0 %.2f %.2f 0 100.0 %.2f %.2f 0\n"
        .formatted(bytes, bytes / 4, operation, root, algbw, busbw, algbw, busbw);
  }

  @Test
  void shouldSayWhoTookPart() {
    StringBuilder text = new StringBuilder("# Using devices\n");
    for (int rank = 0; rank < 16; rank++) {
      text.append(rank(rank, "node" + rank / 8, rank % 8, "NVIDIA H200"));
    }
    text.append(row(1 << 20, "sum", -1, 10, 18.75)).append(row(1 << 30, "sum", -1, 100, 187.5));
    NcclTestsTable benchmark = read("slurm.out", text.toString()).orElseThrow();
    assertThat(benchmark.gpus()).isEqualTo(16);
    assertThat(benchmark.perHost()).isEqualTo(8);
    assertThat(benchmark.hosts()).containsExactly("node0", "node1");
    assertThat(benchmark.machine().map(Machine::name)).contains("dgx-h100");
    assertThat(benchmark.collective()).contains(Collective.ALL_REDUCE);
    assertThat(benchmark.points()).hasSize(2);
  }

  private static String run(int hosts, String program, double busbw) {
    StringBuilder text = new StringBuilder("# Collective test starting: " + program + "\n");
    for (int rank = 0; rank < 8 * hosts; rank++) {
      text.append(rank(rank, "node" + rank / 8, rank % 8, "NVIDIA H200"));
    }
    return text.append(row(1 << 30, "sum", -1, busbw / 1.8, busbw)).toString();
  }

  /** A sweep over numbers of hosts, or over collectives, in one log. */
  @ParameterizedTest
  @CsvSource({"4 2 1, 1", "1 2 4, 4", "4 1 2, 2", "2 2, 2"})
  void shouldTakeTheRanksAboveTheTable(String hosts, int last) {
    StringBuilder text = new StringBuilder();
    for (String each : hosts.split(" ")) {
      boolean isLast = text.length() > 0;
      text.append(run(Integer.parseInt(each), isLast ? "all_gather_perf" : "all_reduce_perf", 90));
    }
    NcclTestsTable benchmark = read("sweep.log", text.toString()).orElseThrow();
    assertThat(benchmark.gpus()).isEqualTo(8 * last);
    assertThat(benchmark.hosts()).hasSize(last);
    assertThat(benchmark.collective()).contains(Collective.ALL_GATHER);
  }

  /** Older tables do not say what they are of, but what started them does. */
  @ParameterizedTest
  @CsvSource({
    "srun -N 2 --ntasks-per-node 8 all_gather_perf -b 8 -e 4G -f 2, ALL_GATHER",
    "$ mpirun -np 16 ./build/reduce_scatter_perf -b 8 -e 4G, REDUCE_SCATTER",
    "    /opt/nccl-tests/build/alltoall_perf_mpi -b 8 -e 4G \\, ALL_TO_ALL",
    "mpirun -np 16 -x NCCL_DEBUG=INFO sendrecv_perf -b 8, SEND_RECV",
    "|    0   N/A  N/A   4711   C   ./all_gather_perf   500MiB |,",
    "cp all_gather_perf /tmp,",
  })
  void shouldTakeTheCollectiveFromWhatStartedIt(String command, Collective collective) {
    String text = command + "\n# nThread 1 nGpus 1\n" + row(1 << 30, "none", -1, 10, 9.4);
    NcclTestsTable benchmark = read("slurm.out", text).orElseThrow();
    assertThat(benchmark.collective()).isEqualTo(Optional.ofNullable(collective));
  }

  /** As {@code srun --label} adds to it, too; of several runs in one log that above the table. */
  @ParameterizedTest
  @CsvSource({
    "'', 1",
    "'# nThread 1 nGpus 8 minBytes 8', 8",
    "'0: # nThread 2 nGpus 4 minBytes 8', 4",
    "'# nThread 8 nGpus 1 minBytes 8', 1",
  })
  void shouldSayHowManyGpusAThreadCalledFor(String head, int gpus) {
    String table = row(1 << 20, "sum", -1, 10, 9.4);
    String earlier = "# nThread 1 nGpus 2 minBytes 8\n" + table;
    assertThat(read("a.txt", head + "\n" + table).orElseThrow().gpusPerThread()).isEqualTo(gpus);
    if (!head.isEmpty()) {
      NcclTestsTable last = read("a.txt", earlier + head + "\n" + table).orElseThrow();
      assertThat(last.gpusPerThread()).isEqualTo(gpus);
    }
  }

  /** What was kept of CoreWeave's list of 1,440 ranks. */
  @Test
  void shouldCountRanksByTheLastWhereTheListIsCut() {
    NcclTestsTable benchmark =
        read("a.txt", rank(1439, "node359", 3, "NVIDIA GB200") + row(1 << 30, "sum", -1, 1, 2))
            .orElseThrow();
    assertThat(benchmark.gpus()).isEqualTo(1440);
    assertThat(benchmark.perHost()).isEqualTo(4);
    assertThat(benchmark.hosts()).isEmpty();
    assertThat(benchmark.machine().map(Machine::name)).contains("gb200-nvl72");
  }

  /** As rccl-tests names them. */
  @ParameterizedTest
  @CsvSource({
    "AMD Instinct MI300X, mi300x",
    "AMD Instinct MI325X, mi300x",
    "AMD Instinct MI300X VF, mi300x",
    "AMD Instinct MI300A,",
    "AMD Instinct MI210,",
  })
  void shouldKnowAmdsMachines(String gpu, String machine) {
    NcclTestsTable benchmark =
        read("a.txt", rank(7, "gpu-53", 7, gpu) + row(1 << 30, "sum", -1, 1, 2)).orElseThrow();
    assertThat(benchmark.machine().map(Machine::name)).isEqualTo(Optional.ofNullable(machine));
  }

  /** Pasted into Markdown, which takes the signs at the beginning for headings. */
  @Test
  void shouldReadRanksWithoutTheirSign() {
    String text = " Rank  0 Group  0 Pid 6899 on a device  0 [0000:04:00] NVIDIA H100 80GB HBM3\n";
    assertThat(read("a.txt", text + row(8, "sum", -1, 1, 1)).orElseThrow().hosts())
        .containsExactly("a");
  }

  @ParameterizedTest
  @CsvSource({
    "a.txt, sum, -1, 100, 187.5, ALL_REDUCE",
    "a.txt, sum, -1, 100, 93.75, REDUCE_SCATTER",
    "a.txt, sum, 0, 100, 100, REDUCE",
    "a.txt, none, -1, 100, 93.75,",
    "alltoall_perf.log, none, -1, 100, 93.75, ALL_TO_ALL",
    "nccl-allgather.txt, none, -1, 100, 93.75, ALL_GATHER",
    "reduce_scatter.txt, sum, -1, 100, 93.75, REDUCE_SCATTER",
  })
  void shouldTellCollectivesApart(
      String file, String operation, int root, double algbw, double busbw, Collective collective) {
    NcclTestsTable benchmark =
        read(file, row(1 << 30, operation, root, algbw, busbw)).orElseThrow();
    assertThat(benchmark.collective()).isEqualTo(Optional.ofNullable(collective));
  }

  /** Of a table without a list of ranks; 0 where its digits leave several numbers. */
  @ParameterizedTest
  @CsvSource({
    "ALL_REDUCE, 99.85, 187.22, 16",
    "ALL_REDUCE, 195.31, 386.56, 96",
    "ALL_GATHER, 100, 87.5, 8",
    "ALL_REDUCE, 0.03, 0.05, 0",
    "BROADCAST, 100, 100, 0",
    "ALL_REDUCE, 100, 100, 2"
  })
  void shouldReckonHowManyTookPart(Collective collective, double algbw, double busbw, int gpus) {
    NcclTestsTable benchmark = read("a.txt", row(1 << 30, "sum", -1, algbw, busbw)).orElseThrow();
    assertThat(benchmark.counted(collective).orElse(0)).isEqualTo(gpus);
  }

  @Test
  void shouldTakeTheTableWithTheLargestSize() {
    String text =
        row(1 << 20, "sum", -1, 1, 2)
            + row(1 << 30, "sum", -1, 3, 4)
            + row(1 << 25, "sum", -1, 5, 6);
    assertThat(read("a.txt", text).orElseThrow().largest()).isEqualTo(1 << 30);
  }

  /** A single GPU sends nothing: its bus bandwidth is 0. */
  @Test
  void shouldPassOverTablesOfNothing() {
    assertThat(read("a.txt", row(1 << 30, "sum", -1, 600, 0))).isEmpty();
    assertThat(read("a.txt", "nothing of the kind\n")).isEmpty();
  }
}
