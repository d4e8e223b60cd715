package dev.headroom.model.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.CrossNicSearch;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.machine.SharedMemorySearch;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * Against NCCL itself: {@code nccl-2.30.7.csv} and {@code nccl-2.9.9.csv} are what its search and
 * its tuning model, compiled as they are, printed for topology files of our machines
 * (docs/validation.md).
 */
final class TuningModelTest {
  private static final ResultTable EXPECTED =
      ResultTable.of(
          "nccl-model", TuningModelTest.class, "file", "rows", "values", "largest difference");

  private static final List<Long> SIZES =
      List.of(8L, 4L << 10, 64L << 10, 1L << 20, 4L << 20, 64L << 20, 1L << 30);
  private static final Percentage FLOAT = Percentage.withPercentage(0.01);

  /** Behind the name of a machine whose NICs cannot reach the memory of GPUs. */
  private static final String STAGED = "-staged";

  /** Behind that of one whose GPUs may not reach each other. */
  private static final String APART = "-apart";

  /** Behind that of one that was told {@code NCCL_CROSS_NIC}. */
  private static final String CROSS = "-cross-";

  /** Behind that of one of which only so many GPUs take part. */
  private static final String FIRST = "-first-";

  private record Row(
      String machine,
      int nodes,
      boolean sharp,
      Collective collective,
      NcclAlgorithm algorithm,
      NcclProtocol protocol,
      NcclRelease release,
      double[] values) {
    Communicator communicator() {
      if ("one-gpu-each".equals(machine)) {
        Cluster of = new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), nodes, false);
        Communicator full = of.communicator();
        return new Communicator(nodes, nodes, full.gpu(), full.cpu(), full.graphs(), false);
      }
      if (machine.contains(APART) || machine.contains(CROSS)) {
        Machine told = told(machine.replace(STAGED, ""));
        Machine one = machine.endsWith(STAGED) ? told.throughHosts() : told;
        return new Cluster(one, nodes, sharp, release).communicator();
      }
      String[] words = machine.replace(STAGED, "").split(FIRST);
      Machine named = MachineCatalogue.named(words[0]).orElseThrow();
      Machine some = words.length > 1 ? named.first(Integer.parseInt(words[1])) : named;
      Machine one = machine.endsWith(STAGED) ? some.throughHosts() : some;
      return new Cluster(one, nodes, sharp, release).communicator();
    }
  }

  /** A machine whose job tells NCCL something, by what stands behind its name. */
  private static Machine told(String machine) {
    String[] words = machine.split(APART + "|" + CROSS);
    Machine named = MachineCatalogue.named(words[0]).orElseThrow();
    return words.length > 1
        ? CrossNicSearch.of(named, Integer.parseInt(words[1])).orElseThrow()
        : SharedMemorySearch.of(named).orElseThrow();
  }

  private static List<Row> rows() throws IOException {
    return rows("nccl-2.30.7.csv");
  }

  private static List<Row> rows(String file) throws IOException {
    try (InputStream in = TuningModelTest.class.getResourceAsStream(file)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      NcclRelease release = file.contains("2.9.9") ? NcclRelease.V2_9_9 : NcclRelease.V2_30_7;
      return text.lines().skip(1).map(line -> row(line, release)).toList();
    }
  }

  private static Row row(String line, NcclRelease release) {
    String[] cells = line.split(",", -1);
    return new Row(
        cells[0],
        Integer.parseInt(cells[1]),
        Boolean.parseBoolean(cells[2]),
        Collective.named(cells[3]).orElseThrow(),
        NcclAlgorithm.named(cells[4]).orElseThrow(),
        NcclProtocol.named(cells[5]).orElseThrow(),
        release,
        Arrays.stream(cells).skip(6).mapToDouble(Double::parseDouble).toArray());
  }

  @Test
  void expectsWhatNcclExpects() throws IOException {
    expects("nccl-2.30.7.csv", 345);
  }

  /** Of two and four GPUs of each of two machines, but for NVLS over trees, which we leave out. */
  @Test
  void expectsOfPartsOfMachinesWhatNcclExpects() throws IOException {
    expects("nccl-2.30.7-parts.csv", 108);
  }

  /** With {@code NCCL_P2P_LEVEL=LOC}, and with {@code NCCL_CROSS_NIC} of 0 and 1. */
  @Test
  void expectsWhatNcclExpectsWhereItIsToldMore() throws IOException {
    expects("nccl-2.30.7-told.csv", 294);
    considersTheSame(rows("nccl-2.30.7-told.csv"));
  }

  /** Its search finds the same channels, but for a width that its limit of 235 GB/s hides. */
  @Test
  void expectsOfTheReleaseOf2021WhatThatExpects() throws IOException {
    expects("nccl-2.9.9.csv", 84);
    considersTheSame(rows("nccl-2.9.9.csv"));
  }

  /**
   * What NCCL 2.28.9 printed (NCCL_DEBUG_SUBSYS=TUNING) where four processes shared an H100 behind
   * an Intel CPU, each a machine to itself (NCCL_HOSTID), over sockets of 10 Gb/s: latency in
   * microseconds and bandwidth in GB/s, to a tenth, of all that had any bandwidth.
   */
  @Test
  void expectsWhatTheLibraryPrintedOnAGpu() {
    ChannelGraph ring = new ChannelGraph(1, 1.2, 1.2, PathClass.LOC, PathClass.PHB, true, false);
    ChannelGraph tree = new ChannelGraph(1, 2.4, 1.2, PathClass.LOC, PathClass.PHB, true, true);
    ChannelGraph none = ChannelGraph.NONE;
    ChannelGraphs graphs = new ChannelGraphs(ring, tree, none, none, none);
    TuningModel model =
        TuningModel.of(
            new Communicator(4, 4, GpuGeneration.HOPPER, CpuVendor.INTEL, graphs, false));
    String printed =
        """
        broadcast       ring  ll      9.3/0.6
        broadcast       ring  simple 22.4/1.2
        reduce          ring  ll      9.3/0.6
        reduce          ring  simple 22.4/1.2
        all-gather      ring  ll     21.6/0.8
        all-gather      ring  simple 50.4/1.6
        all-gather      pat   simple 27.2/0.9
        reduce-scatter  ring  ll     21.6/0.8
        reduce-scatter  ring  simple 50.4/1.6
        reduce-scatter  pat   simple 27.2/0.9
        all-reduce      tree  ll     26.8/0.1
        all-reduce      tree  simple 64.4/0.5
        all-reduce      ring  ll     36.6/0.4
        all-reduce      ring  simple 92.4/0.8
        """;
    assertThat(printed.lines())
        .allSatisfy(line -> {
          String[] words = line.split(" +");
          Collective of = Collective.named(words[0]).orElseThrow();
          NcclAlgorithm by = NcclAlgorithm.named(words[1]).orElseThrow();
          NcclProtocol with = NcclProtocol.named(words[2]).orElseThrow();
          assertThat(
                  "%.1f/%.1f"
                      .formatted(
                          model.latencyUs(of, by, with), model.algorithmBandwidth(of, by, with)))
              .isEqualTo(words[3]);
        });
    // It took a ring and Simple for 4 MiB, which it printed too.
    AlgorithmChoice choice = choice(model, 4 << 20);
    assertThat(choice.algorithm()).isEqualTo(NcclAlgorithm.RING);
    assertThat(choice.protocol()).isEqualTo(NcclProtocol.SIMPLE);
  }

  private static void expects(String file, int count) throws IOException {
    List<Row> rows = rows(file);
    assertThat(rows).hasSize(count);
    double most = 0;
    for (Row row : rows) {
      TuningModel model = TuningModel.of(row.communicator());
      double[] ours = new double[2 + SIZES.size()];
      ours[0] = model.latencyUs(row.collective, row.algorithm, row.protocol);
      ours[1] = model.algorithmBandwidth(row.collective, row.algorithm, row.protocol);
      for (int i = 0; i < SIZES.size(); i++) {
        ours[2 + i] = model.microseconds(row.collective, row.algorithm, row.protocol, SIZES.get(i));
      }
      for (int i = 0; i < ours.length; i++) {
        assertThat(ours[i]).as("%s, value %d", row, i).isCloseTo(row.values[i], FLOAT);
        most = Math.max(most, row.values[i] == 0 ? 0 : Math.abs(ours[i] / row.values[i] - 1));
      }
    }
    EXPECTED.row(file, count, Cells.count((long) count * (2 + SIZES.size())), Cells.share(most, 4));
  }

  @Test
  void considersWhatNcclConsidersAndNothingElse() throws IOException {
    considersTheSame(rows());
  }

  private static void considersTheSame(List<Row> all) {
    Map<String, List<Row>> byCase =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.machine + row.nodes + row.sharp + row.collective.word(),
                    TreeMap::new,
                    Collectors.toList()));
    byCase.forEach((name, rows) -> {
      TuningModel model = TuningModel.of(rows.getFirst().communicator());
      Set<String> theirs = new TreeSet<>();
      rows.forEach(row -> theirs.add(row.algorithm + "/" + row.protocol));
      Set<String> ours = new TreeSet<>();
      model
          .choices(rows.getFirst().collective, 1 << 20)
          .forEach(choice -> ours.add(choice.algorithm() + "/" + choice.protocol()));
      assertThat(ours).as(name).isEqualTo(theirs);
    });
  }

  @Test
  void takesTreesForSmallAndRingsForLargeReductionsWithoutTheSwitchsHelp() {
    TuningModel model = model("dgx-a100", 8, false);
    assertThat(choice(model, 64).algorithm()).isEqualTo(NcclAlgorithm.TREE);
    assertThat(choice(model, 64).protocol()).isEqualTo(NcclProtocol.LL);
    AlgorithmChoice large = choice(model, 8L << 30);
    assertThat(large.algorithm()).isEqualTo(NcclAlgorithm.RING);
    assertThat(large.protocol()).isEqualTo(NcclProtocol.SIMPLE);
  }

  @Test
  void letsNvlsAndSharpReduceWhereTheyCan() {
    assertThat(choice(model("dgx-h100", 1, false), 1L << 30).algorithm())
        .isEqualTo(NcclAlgorithm.NVLS);
    assertThat(choice(model("dgx-h100", 8, true), 1L << 30).algorithm())
        .isEqualTo(NcclAlgorithm.NVLS);
    assertThat(choice(model("dgx-h100", 8, false), 1L << 30).algorithm())
        .isEqualTo(NcclAlgorithm.NVLS_TREE);
  }

  @Test
  void takesWhatItIsToldTo() {
    TuningModel model = model("dgx-h100", 8, false);
    Optional<AlgorithmChoice> forced =
        model.choose(
            Collective.ALL_REDUCE,
            8,
            Optional.of(NcclAlgorithm.RING),
            Optional.of(NcclProtocol.SIMPLE));
    assertThat(forced.orElseThrow().microseconds()).isCloseTo(585.2, within(0.1));
    assertThat(
            model.choose(
                Collective.ALL_REDUCE, 8, Optional.of(NcclAlgorithm.PAT), Optional.empty()))
        .isEmpty();
  }

  @Test
  void countsBusBandwidthAsNcclTestsDoes() {
    assertThat(Collective.ALL_REDUCE.busFactor(8)).isEqualTo(1.75);
    assertThat(Collective.ALL_GATHER.busFactor(8)).isEqualTo(0.875);
    assertThat(Collective.BROADCAST.busFactor(8)).isEqualTo(1);
  }

  private static AlgorithmChoice choice(TuningModel model, long bytes) {
    return model
        .choose(Collective.ALL_REDUCE, bytes, Optional.empty(), Optional.empty())
        .orElseThrow();
  }

  private static TuningModel model(String machine, int machines, boolean sharp) {
    return TuningModel.of(
        new Cluster(MachineCatalogue.named(machine).orElseThrow(), machines, sharp).communicator());
  }
}
