package dev.headroom.model.pcie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PciePathsTest {
  /**
   * Medians of 64 B read from the near and from the far socket's memory, as pcie-bench measured
   * them (pcie-bench/data b2abf2f, {@code lat_dma_sizes.dat} of the folders that end in s0-s0-s0
   * and in s0-s1-s1).
   */
  @ParameterizedTest
  @CsvSource({"Xeon E5-2630 v4, 546, 653", "Xeon E5-2620 v2, 560, 666"})
  void shouldReadAcrossSocketsAsPcieBenchDoes(String processor, double nearNs, double farNs) {
    double near = readNs("hosts.memory.socket=near");
    double far = readNs("hosts.memory.socket=far");
    assertThat(near).as(processor).isCloseTo(nearNs, within(15.0));
    assertThat(far).as(processor).isCloseTo(farNs, within(15.0));
    assertThat(far - near).as(processor).isCloseTo(farNs - nearNs, within(1.5));
  }

  /** A GPU on the other socket is as far as memory there; one below the same bridge is not. */
  @ParameterizedTest
  @ValueSource(strings = {"pix", "pxb", "phb", "node"})
  void shouldCrossSocketsToGpusOfTheOtherOneAlone(String path) {
    String gpu = "hosts.memory.place=gpu";
    assertThat(readNs(gpu, "hosts.memory.gpuPath=" + path)).isEqualTo(readNs());
    assertThat(readNs(gpu, "hosts.memory.gpuPath=sys"))
        .isEqualTo(readNs("hosts.memory.socket=far"));
  }

  @Test
  void shouldWriteInHalfTheTimeOfARead() {
    PciePath far = path("hosts.memory.socket=far", "hosts.pcie.socketLatency=500ns");
    assertThat(far.readLatencyPs() - path().readLatencyPs()).isEqualTo(500_000);
    assertThat(far.writeLatencyPs() - path().writeLatencyPs()).isEqualTo(250_000);
  }

  private static double readNs(String... sets) {
    return path(sets).readLatencyPs() * 1e-3;
  }

  private static PciePath path(String... sets) {
    List<String> all = Stream.concat(Stream.of("hosts.stages=detailed"), Stream.of(sets)).toList();
    String text = "fabric: {topology: single, hosts: 2}\nworkload: {type: permutation}\n";
    return switch (ScenarioReader.read(text, "test", all)) {
      case ScenarioReader.Good good -> PciePaths.of(good.scenario().settings()).orElseThrow();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }
}
