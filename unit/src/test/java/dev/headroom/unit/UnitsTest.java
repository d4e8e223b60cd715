package dev.headroom.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "20KB, 20000",
    "20KiB, 20480",
    "1MiB, 1048576",
    "1 MB, 1000000",
    "0B, 0",
    "1.5KB, 1500",
    "4_096B, 4096",
    "100kB, 100000",
    "1TiB, 1099511627776"
  })
  void shouldTellThousandsFromPowersOfTwo(String text, long bytes) {
    assertThat(Size.parse(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"600ns, 600000", "1ps, 1", "1.5us, 1500000", "10s, 10000000000000", "2µs, 2000000"})
  void shouldReadTimesInPicoseconds(String text, long ps) {
    assertThat(Time.parse(text).ps()).isEqualTo(ps);
  }

  @ParameterizedTest
  @CsvSource({"400Gbps, 400000000000", "1.6Tbps, 1600000000000", "40Mb/s, 40000000", "5kbps, 5000"})
  void shouldReadRatesInBitsPerSecond(String text, long bps) {
    assertThat(Rate.parse(text).bps()).isEqualTo(bps);
  }

  @ParameterizedTest
  @CsvSource({"30m, 30000", "2km, 2000000", "50cm, 500"})
  void shouldReadLengthsInMillimetres(String text, long millimetres) {
    assertThat(Length.parse(text).millimetres()).isEqualTo(millimetres);
  }

  @ParameterizedTest
  @CsvSource({"7GBps, 56Gbps", "14.5 GB/s, 116Gbps", "0.5TB/s, 4Tbps", "100B/s, 800bps"})
  void shouldSayWhatARateInBytesIsInBits(String text, String bits) {
    assertThatThrownBy(() -> Rate.parse(text))
        .isInstanceOf(UnitException.class)
        .hasMessageContaining("is in bytes")
        .hasMessageContaining("write " + bits);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "0", "1.5", " 7 "})
  void shouldRefuseBareNumbers(String text) {
    assertThatThrownBy(() -> Size.parse(text))
        .isInstanceOf(UnitException.class)
        .hasMessageContaining("has no unit")
        .hasMessageContaining("20KB");
    assertThatThrownBy(() -> Rate.parse(text)).hasMessageContaining("400Gbps");
    assertThatThrownBy(() -> Time.parse(text)).hasMessageContaining("600ns");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "KB",
        "1.2.3KB",
        "1e3KB",
        "1KB1",
        "0.5B",
        "99999999TiB",
        "1kib",
        "20Kb",
        "--1KB"
      })
  void shouldRefuseWhatIsNotASize(String text) {
    assertThatThrownBy(() -> Size.parse(text)).isInstanceOf(UnitException.class);
  }

  @Test
  void shouldNameTheUnitsThatThereAre() {
    assertThatThrownBy(() -> Size.parse("5Mbit")).hasMessageContaining("use one of TiB");
    assertThatThrownBy(() -> Time.parse("5m")).hasMessageContaining("s, ms, us, ns, ps");
  }

  @Test
  void shouldPrintWhatReadsBackEqual() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong() >>> (1 + random.nextInt(62));
      long round = random.nextBoolean() ? value : value / 1000 * 1000;
      assertThat(Size.parse(new Size(round).toString())).isEqualTo(new Size(round));
      assertThat(Time.parse(new Time(round).toString())).isEqualTo(new Time(round));
      assertThat(Rate.parse(new Rate(round).toString())).isEqualTo(new Rate(round));
      assertThat(Length.parse(new Length(round).toString())).isEqualTo(new Length(round));
    }
  }

  @Test
  void shouldPrintInTheUnitAPersonWouldChoose() {
    assertThat(Size.parse("67108864B")).hasToString("64MiB");
    assertThat(Size.parse("2000000B")).hasToString("2MB");
    assertThat(Time.parse("1500ns")).hasToString("1.5us");
    assertThat(Rate.ofGbps(1600)).hasToString("1.6Tbps");
    assertThat(Time.ZERO).hasToString("0ns");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "64M | did you mean '64MiB' or '64MB'?",
        "1gb | did you mean '1GB'?",
        "7Q  | use one of TiB, TB, GiB, GB, MiB, MB, KiB, KB, B"
      })
  void shouldSayWhichUnitsBeginSo(String text, String told) {
    assertThatThrownBy(() -> Size.parse(text)).hasMessageEndingWith(told);
  }
}
