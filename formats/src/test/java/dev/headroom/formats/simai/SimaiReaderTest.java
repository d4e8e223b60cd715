package dev.headroom.formats.simai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.ProblemCollector;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.training.GpuScript;
import dev.headroom.model.training.GroupKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimaiReaderTest {
  private static final String HEADER =
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 2 pp: 1 vpp: 2 ga: 1"
          + " all_gpus: 32 checkpoints: 0 checkpoint_initiates: 0\n";
  private static final String LAYERS =
      """
      3
      first -1 1000 ALLGATHER 4096 2000 REDUCESCATTER 8192 3000 NONE 0 100
      experts -1 500 ALLTOALL_EP 65536 0 ALLTOALL_EP 65536 0 ALLREDUCE_DP_EP 1024 100
      last -1 0 ALLREDUCE 0 700 NONE 0 1 REDUCESCATTER 1000000 100
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("w.txt"), text);
  }

  private SimaiInput read(String text, Integer... gpus) throws IOException {
    return SimaiReader.read(
        file(text),
        MachineCatalogue.named("dgx-a100").orElseThrow(),
        gpus.length == 0 ? Optional.empty() : Optional.of(gpus[0]),
        List.of());
  }

  @Test
  void shouldTakeWhatFollowsHoweverManyLayersAreAnnounced() throws IOException {
    assertThat(read(HEADER + LAYERS.replaceFirst("3", "99999999999")).warnings())
        .anyMatch(
            each -> each.toString().contains("the count is 99999999999 layers, but 3 follow"));
  }

  /** As SimAI's {@code server/workspaces} has it: what stages send each other, a Python float. */
  @Test
  void shouldTakeWholeFloatsForWholeNumbers() throws IOException {
    String header = HEADER.replace("\n", " pp_comm: 8388608.0\n");
    assertThat(read(header + LAYERS.replace("65536", "65536.0"))).isNotNull();
    assertThatThrownBy(() -> read(HEADER + LAYERS.replace("65536", "65536.5")))
        .hasMessageContaining("'65536.5' is not a whole number");
  }

  @Test
  void shouldGoForwardAndBackAgain() throws IOException {
    SimaiWorkload workload =
        SimaiWorkloadReader.read(file(HEADER + LAYERS), new ProblemCollector()).orElseThrow();
    assertThat(GpuScript.write(workload.operations()))
        .isEqualTo(
            """
            compute 1us
            tensor all-gather 4KiB
            compute 500ns
            expert all-to-all 64KiB
            compute 701ns
            start data reduce-scatter 1MB
            expert all-to-all 64KiB
            start expert-data all-reduce 1KiB
            compute 2us
            tensor reduce-scatter 8KiB
            compute 3us
            await data
            await expert-data
            """);
    assertThat(workload.bytes(GroupKind.EXPERT, Collective.ALL_TO_ALL)).isEqualTo(2 * 65_536);
  }

  @Test
  void shouldMakeAScenarioThatIsReadBack() throws IOException {
    SimaiInput input = read(HEADER + LAYERS);
    assertThat(input.scenario().fabric().hosts()).hasSize(32);
    assertThat(input.warnings()).isEmpty();
    assertThat(SimaiReader.accepts(folder.resolve("w.txt"))).isTrue();
    assertThat(read(HEADER + LAYERS, 64).scenario().fabric().hosts()).hasSize(64);
  }

  @Test
  void shouldTakeAMicroBenchmarkForCallsOfAll() throws IOException {
    SimaiWorkload workload =
        SimaiWorkloadReader.read(
                file("MICRO\n1\nmicro_test -1 1 NONE 0 1 NONE 0 1 ALLGATHER 4096 1\n"),
                new ProblemCollector())
            .orElseThrow();
    assertThat(workload.bytes(GroupKind.ALL, Collective.ALL_GATHER)).isEqualTo(4096);
  }

  @Test
  void shouldWarnOfWhatIsDoneDifferently() throws IOException {
    assertThat(read(HEADER.replace("pp: 1", "pp: 4") + LAYERS).warnings().toString())
        .contains("its 4 pipeline stages are not simulated separately");
    assertThat(read(HEADER.replace("group: 8", "group: 1") + LAYERS).warnings().toString())
        .contains("a tensor group has one GPU here");
    assertThat(read(HEADER + LAYERS.replaceFirst("3", "9")).warnings().toString())
        .contains("the count is 9 layers, but 3 follow");
  }

  @Test
  void shouldRefuseAWorkloadWithoutLayers() {
    assertThatThrownBy(() -> read(HEADER + "0\n"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(
            "w.txt:2:1: layers: the file has no layers; the number of layers, and one line");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "ALLGATHER 4096  | ALLGTHER 4096 | w.txt:3:15: collective: 'ALLGTHER' is not a collective",
        "2000 REDUCE     | 2k REDUCE     | w.txt:3:30: input gradient time: '2k' is not a whole",
        "-1 500          | -1 -1          | forward time: -1 is out of range",
        "65536 0         | -65536 0       | forward bytes: -65536 is out of range",
        "last -1         | last -2        | dependency: -2 is out of range",
        "ep: 2           | epp: 2        | w.txt:1:61: epp: there is no such key",
        "checkpoints: 0  | checkpoints: 2 | recomputed layers are not supported",
        "1000000 100     | 1000000       | the file ends in the middle of a layer",
        "HYBRID_TRANSFORMER_FWD_IN_BCKWD | DLRM | 'DLRM' is not a supported workload type",
        "all_gpus: 32    | all_gpus: 20  | 20 GPUs do not fill whole machines"
      })
  void shouldSayWhatIsWrongAndWhere(String good, String bad, String message) {
    String text = (HEADER + LAYERS).replace(good.strip(), bad.strip());
    assertThat(text).isNotEqualTo(HEADER + LAYERS);
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(message);
  }
}
