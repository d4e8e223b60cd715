package dev.headroom.run.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class FactorialEffectsTest {
  private final FactorialEffects effects =
      FactorialEffects.of(MadeComparison.twelve()).orElseThrow();

  /** By hand: a 20.52, b 22.52 and c 32.02 (its 9 with one mark of two), over a mean of 25.02. */
  @Test
  void shouldSayWhatEachValueDoes() {
    assertThat(effects.levels())
        .extracting(FactorialEffects.Row::label)
        .containsExactly("cc=a", "cc=b", "cc=c", "kmin=1KB", "kmin=2KB", "size=1MB", "size=2MB");
    assertThat(mean(0)).isCloseTo(20.52, within(1e-6));
    assertThat(mean(1)).isCloseTo(22.52, within(1e-6));
    assertThat(mean(2)).isCloseTo(32.02, within(1e-6));
    assertThat(effects.levels().get(0).text(effects.measures().getFirst(), 0))
        .isEqualTo("20.5 ms (-18 % ±0.0 %)");
    assertThat(effects.levels().get(6).text(effects.measures().getFirst(), 0))
        .startsWith("35.0 ms (+40 %");
  }

  private double mean(int row) {
    return effects.levels().get(row).effects().getFirst().orElseThrow().mean() / 1e9;
  }

  /**
   * Of the 9 beyond both effects a third is in c's mean, half in the mark's: 9 (1 - 1/3) / 2 = 3.
   */
  @Test
  void shouldNameWhatTwoDoTogether() {
    FactorialEffects.Together first = effects.notable().getFirst();
    assertThat(first.sentence())
        .startsWith("cc=c with kmin=")
        .contains(": completion 3.00 ms ", "than the sum of their separate effects");
    assertThat(effects.notable()).hasSize(1);
  }
}
