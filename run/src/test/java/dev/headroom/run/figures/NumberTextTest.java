package dev.headroom.run.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0 s",
        "999|999 ps",
        "1000|1.00 ns",
        "1234567|1.23 us",
        "999499999|999 us",
        "999999999|1.00 ms",
        "12345678901|12.3 ms",
        "5e15|5,000 s"
      })
  void shouldScaleTimes(double ps, String text) {
    assertThat(NumberText.time(ps)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0 %",
        "0.0001|under 0.1 %",
        "0.031|3.1 %",
        "0.31|31 %",
        "0.9999|99.9 %",
        "1|100 %"
      })
  void shouldNotRoundToNothingOrToAll(double share, String text) {
    assertThat(NumberText.percent(share)).isEqualTo(text);
  }

  @Test
  void shouldSeparateThousands() {
    assertThat(NumberText.count(1234567)).isEqualTo("1,234,567");
    assertThat(NumberText.count(-1000)).isEqualTo("-1,000");
    assertThat(NumberText.plural(1, "flow", "flows")).isEqualTo("1 flow");
  }

  @Test
  void shouldKeepThreeDigits() {
    assertThat(NumberText.ratio(1.826)).isEqualTo("1.83");
    assertThat(NumberText.ratio(18.26)).isEqualTo("18.3");
    assertThat(NumberText.ratio(9.999)).isEqualTo("10.0");
    assertThat(NumberText.ratio(Double.NaN)).isEqualTo("-");
  }

  @Test
  void shouldShowBytesInTheUnitsTheyAreWholeIn() {
    assertThat(NumberText.bytes(259 * 1024)).isEqualTo("259 KiB");
    assertThat(NumberText.bytes(249_908L * 1024)).isEqualTo("256 MB");
    assertThat(NumberText.bytes(14L << 30)).isEqualTo("14 GiB");
    assertThat(NumberText.bytes(3_200_000)).isEqualTo("3.20 MB");
    assertThat(NumberText.bytes(1.6e12)).isEqualTo("1.60 TB");
    assertThat(NumberText.bytes(1500)).isEqualTo("1.50 KB");
  }
}
