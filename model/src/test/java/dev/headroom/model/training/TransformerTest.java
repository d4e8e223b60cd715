package dev.headroom.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransformerTest {
  /** The models of table 1 of Narayanan et al., SC 2021: sequence 2048, vocabulary 51,200. */
  @ParameterizedTest
  @CsvSource({
    "1.7, 24, 2304",
    "3.6, 30, 3072",
    "7.5, 36, 4096",
    "18.4, 40, 6144",
    "39.1, 48, 8192",
    "76.1, 60, 10240",
    "145.6, 80, 12288",
    "310.1, 96, 16384",
    "529.6, 105, 20480",
    "1008.0, 128, 25600"
  })
  void shouldHaveTheParametersThatThePaperCounts(double billions, int layers, int hidden) {
    Transformer model = new Transformer(layers, hidden, 2048, 51_200, 0, 2);
    assertThat(model.parameters() / 1e9).isCloseTo(billions, within(0.05));
  }

  /** F = 96 B s l h^2 (1 + s / 6h + V / 16 l h): four forward passes, one of them done again. */
  @ParameterizedTest
  @CsvSource({"24, 2304", "96, 12288", "128, 25600"})
  void shouldTakeTheOperationsOfThePapersFormula(int layers, int hidden) {
    double s = 2048;
    double v = 51_200;
    double l = layers;
    double h = hidden;
    Transformer model = new Transformer(layers, hidden, 2048, 51_200, 0, 2);
    double paper = 96 * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
    // The paper does the logits' pass four times as well: forward, again, and back.
    assertThat(4 * model.forwardFlops())
        .isCloseTo(paper, Percentage.withPercentage(100 * v / (16 * l * h) / 2));
  }

  @ParameterizedTest
  @CsvSource({"8, 2", "64, 1"})
  void shouldCountAnExpertAsItsShareOfTokens(int experts, int topK) {
    Transformer dense = new Transformer(1, 1024, 2048, 51_200, 0, 1);
    Transformer sparse = new Transformer(1, 1024, 2048, 51_200, experts, topK);
    assertThat(sparse.mlpFlops()).isEqualTo(topK * dense.mlpFlops());
    assertThat(sparse.parameters() - dense.parameters())
        .isCloseTo((experts - 1) * 8.0 * 1024 * 1024, Percentage.withPercentage(1e-9));
  }
}
