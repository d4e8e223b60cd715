package dev.headroom.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.unit.UnitException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SizeDistributionTest {

  /** The means are those of traffic_gen's getAvg over the published points. */
  @ParameterizedTest
  @CsvSource({
    "WebSearch, 1711250",
    "FB_Hadoop, 120420.75",
    "AliStorage, 40869.8",
    "GoogleRPC, 2891.62125"
  })
  void shouldHaveThePublishedMeans(String name, double mean) {
    assertThat(SizeDistribution.parse(name).mean()).isCloseTo(mean, within(mean * 1e-6));
  }

  @Test
  void shouldDrawWhatItsMeanSays() {
    for (String name : SizeDistribution.published().keySet()) {
      SizeDistribution sizes = SizeDistribution.parse(name);
      double sum = 0;
      int n = 100_000;
      for (int i = 0; i < n; i++) {
        sum += sizes.quantile((i + 0.5) / n);
      }
      assertThat(sum / n).as(name).isCloseTo(sizes.mean(), within(sizes.mean() * 0.01 + 1));
    }
  }

  @Test
  void shouldInterpolateBetweenPoints() {
    SizeDistribution sizes = SizeDistribution.parse("10KB=50%,20KB=100%");
    assertThat(sizes.quantile(0)).isEqualTo(1);
    assertThat(sizes.quantile(0.25)).isEqualTo(5_000);
    assertThat(sizes.quantile(0.75)).isEqualTo(15_000);
    assertThat(SizeDistribution.parse("64KB").quantile(0.3)).isEqualTo(64_000);
  }

  @Test
  void shouldReadFilesAndWriteThemAsPoints() {
    SizeDistribution read =
        SizeDistribution.ofFile("x", "# c\n0 0\n\n1000 12.5 # half\n2000 100\n");
    assertThat(read.mean()).isCloseTo(500 * 0.125 + 1500 * 0.875, within(1e-9));
    assertThat(SizeDistribution.parse(read.text())).isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10KB=50%", "10KB=50%,5KB=100%", "10KB=x,20KB=100%", "10=50%", "websearch", ""})
  void shouldRefuseWhatIsNoDistribution(String text) {
    assertThatThrownBy(() -> SizeDistribution.parse(text)).isInstanceOf(UnitException.class);
  }

  @Test
  void shouldNameTheLineOfAFileThatIsWrong() {
    assertThatThrownBy(() -> SizeDistribution.ofFile("my.cdf", "0 0\nten 50\n"))
        .hasMessageContaining("line 2 of my.cdf");
    assertThatThrownBy(() -> SizeDistribution.ofFile("my.cdf", "# sizes\n"))
        .hasMessageContaining("my.cdf is empty; write lines of SIZE PERCENT");
    assertThatThrownBy(() -> SizeDistribution.ofFile("my.cdf", "0 0\n10 50\n"))
        .hasMessage("my.cdf: a size distribution must end at 100 %");
  }
}
