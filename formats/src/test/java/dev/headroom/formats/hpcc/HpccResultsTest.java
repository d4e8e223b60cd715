package dev.headroom.formats.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class HpccResultsTest {
  private static final String RESULTS = "hpcc-ns3/results";

  @TempDir private Path folder;

  @Test
  void writesFlowsAsThatSimulatorDoes() throws IOException {
    HpccInput input = HpccReader.read(Inputs.write(folder), HpccReader.Options.DEFAULT);
    Path file = folder.resolve("out/fct.txt");
    try (HpccFctWriter writer = HpccFctWriter.open(file, input.paths())) {
      writer.write(1, 0, 10000 << 16 | 100, 3000, 2_000_000_000_000L, 2_000_009_123_999L);
      writer.commit();
    }
    // 2·2,000 + 2·80, and 3,144 B at 100 Gb/s.
    assertThat(file).hasContent("0b000101 0b000001 10000 100 3000 2000000000 9123 4411");
    assertThat(HpccResults.fct(file).getFirst().slowdown()).isEqualTo(9123.0 / 4411);
  }

  @Test
  void writesPauses() throws IOException {
    HpccWiring wiring = HpccReader.read(Inputs.write(folder), HpccReader.Options.DEFAULT).wiring();
    Path file = folder.resolve("pfc.txt");
    try (HpccPfcWriter writer = HpccPfcWriter.open(file, wiring)) {
      writer.write(2_000_014_702_000L, 1, 0, true);
      writer.write(2_000_014_800_000L, 3, 2, false);
      writer.commit();
    }
    assertThat(file).hasContent("2000014702 1 0 1 1\n2000014800 3 1 3 0");
  }

  @Test
  void aFileThatWasNotCommittedDoesNotReplaceTheOldOne() throws IOException {
    HpccWiring wiring = HpccReader.read(Inputs.write(folder), HpccReader.Options.DEFAULT).wiring();
    Path file = Files.writeString(folder.resolve("pfc.txt"), "old");
    try (HpccPfcWriter writer = HpccPfcWriter.open(file, wiring)) {
      writer.write(1_000, 0, 0, true);
    }
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list((dir, name) -> name.endsWith(".part"))).isEmpty();
  }

  @Test
  void namesTheLineOfARowThatIsNone() throws IOException {
    Path file = Files.writeString(folder.resolve("qmax.txt"), "# header\n17 1 5857272\n17 1\n");
    assertThatThrownBy(() -> HpccResults.peaks(file))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("qmax.txt:3:1: expected a row of 3 whole numbers");
  }

  @TestFactory
  List<DynamicTest> whatIsReadWritesBackTheSame() {
    return Reference.each(
        RESULTS,
        ".*\\.(fct|pfc)\\.txt",
        file -> {
          boolean flows = file.toString().endsWith(".fct.txt");
          String written =
              (flows
                      ? HpccResults.fct(file).stream().map(HpccFct::line)
                      : HpccResults.pfc(file).stream().map(HpccPfcEvent::line))
                  .collect(Collectors.joining("\n", "", "\n"));
          assertThat(written).isEqualTo(Files.readString(file));
        });
  }

  @TestFactory
  List<DynamicTest> readsPortsAndPeaks() {
    return Reference.each(
        RESULTS,
        ".*\\.(ports|qmax)\\.txt",
        file -> {
          boolean ports = file.toString().endsWith(".ports.txt");
          assertThat(ports ? HpccResults.ports(file) : HpccResults.peaks(file)).isNotEmpty();
        });
  }
}
