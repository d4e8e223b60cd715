package dev.headroom.model.pcie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.machine.PeerTransferRate;
import dev.headroom.model.machine.PeerTransferRate.Basis;
import dev.headroom.model.machine.Processor;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What others measured between two devices of a server: payload in Gb/s, 8 times their GB/s. */
final class PeerPathTest {
  private static final ResultTable PEERS =
      ResultTable.of(
          "pcie-peers",
          PeerPathTest.class,
          "processor, generation, path",
          "measured, Gb/s",
          "run, Gb/s",
          "difference");

  private static final long SIZE = 4096;

  /**
   * Xeon: tinygrad/open-gpu-kernel-modules#26 (20 GB/s), and 25 GB/s of AMD's there. EPYC 7452:
   * StackOverflow 59277346 (14.29 and 6.11 GB/s). EPYC 7302 across sockets: NVIDIA/nccl-tests#74
   * (41 GB/s both ways). EPYC 9004 and 9005: voipmonitor/rtx6kpro, hardware/pcie-bandwidth.md.
   */
  @ParameterizedTest
  @CsvSource({
    "sapphire-rapids, 4, phb, write, 160",
    "emerald-rapids, 4, phb, write, 160",
    "rome, 4, phb, write, 200",
    "rome, 3, phb, write, 114.3",
    "rome, 3, phb, read, 48.9",
    "rome, 4, sys, write, 164",
    "genoa, 5, phb, write, 432",
    "genoa, 5, sys, write, 312",
    "turin, 5, phb, write, 453",
    "turin, 5, sys, write, 408",
    "turin, 5, sys, read, 409"
  })
  void shouldPassOnWhatWasMeasured(
      String cpu, int generation, String path, String operation, double gbps) {
    PciePath way = path("hosts.cpu.model=" + cpu, "hosts.pcie.generation=" + generation, gpu(path));
    double ours = SIZE * 8e3 / ("read".equals(operation) ? way.readPs(SIZE) : way.writePs(SIZE));
    assertThat(ours).isCloseTo(gbps, within(0.1 * gbps));
    PEERS.row(
        "%s, %d, %s, %s".formatted(cpu, generation, path, operation),
        Cells.number(gbps, 0),
        Cells.number(ours, 0),
        Cells.difference(ours, gbps));
  }

  /** NCCL, topo.h: Intel's processors make TLPs of 64 B of what GPUs send; 24 B go with each. */
  @ParameterizedTest
  @CsvSource({"3, 82.7", "4, 165.4", "5, 330.8"})
  void shouldCutWhatXeonsPassOnInEveryGeneration(int generation, double gbps) {
    PciePath cut =
        path("hosts.cpu.model=ice-lake", "hosts.pcie.generation=" + generation, gpu("phb"));
    PciePath whole =
        path("hosts.cpu.model=milan", "hosts.pcie.generation=" + generation, gpu("phb"));
    assertThat(SIZE * 8e3 / cut.writePs(SIZE)).isCloseTo(gbps, within(0.01 * gbps));
    assertThat((double) whole.writePs(SIZE) / cut.writePs(SIZE))
        .isCloseTo(64.0 / 88 * (280.0 / 256), within(0.01));
    assertThat(cut.writeLimit(SIZE)).isEqualTo(PciePath.Limit.PEER);
  }

  @Test
  void shouldLeaveAloneWhatDoesNotGoOverARootComplex() {
    for (Processor each : Processor.values()) {
      String cpu = "hosts.cpu.model=" + each.model();
      assertThat(path(cpu, gpu("pix"))).isEqualTo(path(gpu("pix")));
      assertThat(path(cpu)).isEqualTo(path());
      assertThat(path(cpu, gpu("node"))).isEqualTo(path(cpu, gpu("phb")));
    }
  }

  @Test
  void shouldTakeWhatIsSaidForReadsToo() {
    String cpu = "hosts.cpu.model=rome";
    PeerPath said = path(cpu, "hosts.pcie.peerRate=300Gbps", gpu("phb")).peer();
    assertThat(said).isEqualTo(new PeerPath(300_000_000_000L, 300_000_000_000L, PeerPath.WHOLE));
    PeerPath both =
        path("hosts.pcie.peerRate=300Gbps", "hosts.pcie.peerReadRate=50Gbps", gpu("sys")).peer();
    assertThat(both.readBps()).isEqualTo(50_000_000_000L);
    assertThat(path(cpu, "hosts.pcie.peerReadRate=60Gbps", gpu("phb")).peer())
        .isEqualTo(new PeerPath(60_000_000_000L, 200_000_000_000L, PeerPath.WHOLE));
  }

  /** Nothing is given without a source, and no estimate without what else it may be. */
  @ParameterizedTest
  @EnumSource(Processor.class)
  void shouldSayWhereEachFigureIsFrom(Processor of) {
    for (PeerTransferRate each : List.of(of.writes(), of.reads(), of.sockets())) {
      assertThat(each.source()).isNotBlank();
      if (each.basis() == Basis.ESTIMATE && each.rate().isPresent()) {
        assertThat(each.spread()).isNotBlank();
      }
    }
    assertThat(Processor.named(of.model())).contains(of);
  }

  /** Beyond the links that somebody had it is an estimate. */
  @ParameterizedTest
  @CsvSource({
    "sapphire-rapids, 4, MEASURED",
    "sapphire-rapids, 3, ESTIMATE",
    "sapphire-rapids, 5, ESTIMATE",
    "genoa, 4, MEASURED",
    "genoa, 5, MEASURED",
    "genoa, 6, ESTIMATE",
    "milan, 4, ESTIMATE"
  })
  void shouldBeMeasuredOnlyWithTheLinksThatWereMeasured(String cpu, int generation, Basis basis) {
    Processor of = Processor.named(cpu).orElseThrow();
    assertThat(of.writes().basisWith(generation)).isEqualTo(basis);
    assertThat(Processor.ROME.reads().basisWith(3)).isEqualTo(Basis.MEASURED);
    assertThat(Processor.ROME.reads().basisWith(4)).isEqualTo(Basis.ESTIMATE);
  }

  private static String gpu(String path) {
    return "hosts.memory.gpuPath=" + path;
  }

  private static PciePath path(String... sets) {
    boolean gpu = Stream.of(sets).anyMatch(set -> set.startsWith("hosts.memory.gpuPath"));
    List<String> all =
        Stream.concat(
                Stream.of("hosts.stages=detailed", "hosts.memory.place=" + (gpu ? "gpu" : "host")),
                Stream.of(sets))
            .toList();
    String text = "fabric: {topology: single, hosts: 2}\nworkload: {type: permutation}\n";
    return switch (ScenarioReader.read(text, "test", all)) {
      case ScenarioReader.Good good -> PciePaths.of(good.scenario().settings()).orElseThrow();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }
}
