package dev.headroom.model.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes of keys and values against what others have published of the same models. */
final class ServedModelTest {
  private static ServedModel model(String name) {
    return ServedModel.named(name).orElseThrow();
  }

  /** Table 1 of Zhao et al., Insights into DeepSeek-V3, ISCA 2025: KB of 1000 bytes. */
  @ParameterizedTest
  @CsvSource({"deepseek-v3, 70.272", "qwen-2.5-72b, 327.680", "llama-3.1-405b, 516.096"})
  void shouldKeepOfATokenWhatIsPublished(String name, double kilobytes) {
    assertThat(model(name).bytesOfToken(2)).isCloseTo(1000 * kilobytes, within(0.5));
  }

  /**
   * 1.13 GB of 512 tokens (Zhong et al., DistServe, OSDI 2024, section 3.3), 40 GB of 128k tokens
   * (Mooncake's README), 4.5 GB of 32,768 (its benchmark of vLLM): all of them GiB.
   */
  @ParameterizedTest
  @CsvSource({"opt-66b, 512, 1.13", "llama-3-70b, 131072, 40", "qwen3-8b, 32768, 4.5"})
  void shouldKeepOfAPromptWhatIsPublished(String name, int tokens, double gibibytes) {
    assertThat(tokens * model(name).bytesOfToken(2) / (1L << 30))
        .isCloseTo(gibibytes, Percentage.withPercentage(1));
  }

  @Test
  void shouldShareHeadsAmongGpusAndRepeatWhatCannotBeShared() {
    ServedModel llama = model("llama-3-70b");
    assertThat(llama.bytesOfLayer(1, 2)).isEqualTo(8 * 256 * 2);
    assertThat(llama.bytesOfLayer(8, 2)).isEqualTo(256 * 2);
    assertThat(llama.bytesOfLayer(16, 2)).isEqualTo(256 * 2);
    ServedModel latent = model("deepseek-v3");
    assertThat(latent.isLatent()).isTrue();
    assertThat(latent.bytesOfLayer(8, 2)).isEqualTo(latent.bytesOfLayer(1, 2)).isEqualTo(576 * 2);
  }

  /** Pieces are as many layers as are told, the last what is left, and together all. */
  @ParameterizedTest
  @CsvSource({"80, 1, 80", "80, 3, 27", "61, 20, 4", "36, 36, 1", "36, 50, 1"})
  void shouldCutLayersIntoPieces(int layers, int atOnce, int pieces) {
    KvCacheLayout cache = new KvCacheLayout(layers, atOnce, 512);
    assertThat(cache.pieces()).isEqualTo(pieces);
    assertThat(cache.bytes(1500)).isEqualTo(layers * 512L * 1500);
    assertThat(cache.layersTo(pieces - 1)).isEqualTo(layers);
  }
}
