package dev.headroom.run.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.Measure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RelativeChangeTest {
  /** From 12 % to 6 % is six points less; to say "-50 %" of a percentage misleads. */
  @ParameterizedTest
  @CsvSource({
    "0.12, 0.06, '-6.0 pp'",
    "0.12, 0.121, '+0.1 pp'",
    "0, 0.5, '+50 pp'",
    "0.12, 0.12004, ''",
    "NaN, 0.5, ''"
  })
  void shouldTellSharesInPoints(double first, double value, String told) {
    assertThat(RelativeChange.of(measure("busiestShare"), first, value)).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "200, 100, '-50 %'",
    "200, 201, '+0.5 %'",
    "200, 200.01, ''",
    "0, 5, ''",
    "5, 0, '-100 %'",
    "5908, 7, '-99.9 %'",
    "10, 240, '24.0x'",
    "5, NaN, ''"
  })
  void shouldTellAmountsInPercentOfTheFirst(double first, double value, String told) {
    assertThat(RelativeChange.of(measure("completionPs"), first, value)).isEqualTo(told);
  }

  private static Measure measure(String key) {
    return Measure.of(MadeRun.permutation64().summary()).stream()
        .filter(measure -> measure.key().equals(key))
        .findFirst()
        .orElseThrow();
  }
}
