package dev.headroom.model.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.unit.UnitException;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PromptLengthsTest {
  /**
   * Medians as Splitwise's section III-A has them (1,500 and 1,020 tokens), means as the traces
   * themselves: straight pieces between percentiles miss these by less than 5 %.
   */
  @ParameterizedTest
  @CsvSource({
    "azure-code, 1500, 2047.8",
    "azure-conversation, 1020, 1154.7",
    "mooncake-conversation, 6909, 12035.1"
  })
  void shouldBeAsLongAsThePublishedTraces(String name, int median, double mean) {
    PromptLengths lengths = PromptLengths.parse(name);
    assertThat((double) lengths.quantile(0.5)).isCloseTo(median, Percentage.withPercentage(2.5));
    assertThat(
            IntStream.range(0, 100_000)
                .map(i -> lengths.quantile((i + 0.5) / 100_000))
                .average()
                .orElseThrow())
        .isCloseTo(mean, Percentage.withPercentage(5));
  }

  @Test
  void shouldDrawStraightPieces() {
    PromptLengths lengths = PromptLengths.parse("100=0%,200=50%,200=75%,1000=100%");
    assertThat(lengths.quantile(0)).isEqualTo(100);
    assertThat(lengths.quantile(0.25)).isEqualTo(150);
    assertThat(lengths.quantile(0.6)).isEqualTo(200);
    assertThat(lengths.quantile(0.875)).isEqualTo(600);
    assertThat(lengths.longest()).isEqualTo(1000);
    assertThat(PromptLengths.parse("1_500").quantile(0.3)).isEqualTo(1500);
    assertThat(PromptLengths.parse("400=100%").quantile(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "azure", "100=50%", "200=50%,100=100%", "1=60%,2=50%,3=100%", "a=100%", "1="})
  void shouldRefuseWhatIsNoDistribution(String text) {
    assertThatThrownBy(() -> PromptLengths.parse(text)).isInstanceOf(UnitException.class);
  }
}
