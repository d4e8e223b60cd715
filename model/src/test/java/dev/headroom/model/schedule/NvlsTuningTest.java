package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NvlsTuningTest {
  private static final long KIB = 1024;

  /** What the source works out for these machines: channels, chunk and chunk of trees in KiB. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, 1, 16, 128, 128",
    "dgx-h100, 2, 16, 128, 128",
    "dgx-h100, 4, 16, 128, 64",
    "hgx-b200, 1, 24, 128, 128",
    "hgx-b200, 2, 32, 128, 64",
    "hgx-b200, 8, 24, 128, 64",
    "gb200-nvl72, 1, 24, 128, 128",
    "gb200-nvl72, 2, 32, 128, 64",
    "gb200-nvl72, 4, 24, 128, 128"
  })
  void shouldTuneAsTheSourceDoes(
      String machine, int machines, int channels, long chunk, long treeChunk) {
    assertThat(NvlsTuning.of(cluster(machine, machines), ChunkingOptions.BY_NCCL))
        .isEqualTo(new NvlsTuning(channels, chunk * KIB, treeChunk * KIB));
  }

  /** What a job says holds, for trees too where these machines have no size of their own. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, 2, 512,    , 512, 512",
    "dgx-h100, 4, 512,    , 512, 64",
    "dgx-h100, 4, 512, 512, 512, 512",
    "dgx-h100, 4,    , 512, 128, 512",
    "hgx-b200, 2, 512,    , 512, 64",
    "gb200-nvl72, 2, , 128, 128, 128"
  })
  void shouldHearTheJob(
      String machine, int machines, Long own, Long ownTree, long chunk, long treeChunk) {
    ChunkingOptions cut =
        new ChunkingOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(own).map(size -> size * KIB),
            Optional.ofNullable(ownTree).map(size -> size * KIB));
    NvlsTuning tuning = NvlsTuning.of(cluster(machine, machines), cut);
    assertThat(tuning.chunk()).isEqualTo(chunk * KIB);
    assertThat(tuning.treeChunk()).isEqualTo(treeChunk * KIB);
  }

  /** Smaller pieces where there is less data than so many of the larger ones. */
  @ParameterizedTest
  @CsvSource({
    "NVLS, 8193, 128",
    "NVLS, 8191, 64",
    "NVLS, 511, 32",
    "NVLS, 63, 16", //
    "NVLS_TREE, 2048, 128",
    "NVLS_TREE, 511, 64",
    "NVLS_TREE, 63, 32"
  })
  void shouldCutSmallSizesFiner(NcclAlgorithm algorithm, long chunksOf1KiB, long chunk) {
    NvlsTuning tuning = new NvlsTuning(1, 128 * KIB, 128 * KIB);
    assertThat(NcclChunking.nvlsChunk(tuning, algorithm, 512 * KIB, 1, chunksOf1KiB * KIB))
        .isEqualTo(chunk * KIB);
  }

  private static Cluster cluster(String machine, int machines) {
    return new Cluster(MachineCatalogue.named(machine).orElseThrow(), machines, false);
  }
}
