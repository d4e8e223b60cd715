package dev.headroom.audit.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GdrLevelsTest {
  /** The fix keeps the level, but where another rule judges it. */
  @ParameterizedTest
  @CsvSource({"0, ''", "1, PIX", "2, PXB", "3, PHB", "4, PXB", "5, PXB", "9, PXB"})
  void shouldNameTheSameLevel(String number, String name) {
    assertThat(GdrLevels.name(number)).isEqualTo(name);
  }

  @Test
  void shouldSayWhatTightensIt() {
    assertThat(GdrLevels.words("3")).contains("PHB", "PXB, several switches, is 2 and stricter");
    assertThat(GdrLevels.words("4")).contains("SYS", GdrLevels.TIGHTER);
    assertThat(GdrLevels.words("2")).doesNotContain("tighter");
  }

  @Test
  void shouldJudgeNumbersAndNamesAlike() {
    assertThat(GdrLevels.allowsAnyPath("4")).isTrue();
    assertThat(GdrLevels.allowsAnyPath("SYS")).isTrue();
    assertThat(GdrLevels.allowsAnyPath("3")).isFalse();
    assertThat(GdrLevels.forbidsGpuDirect("0")).isTrue();
    assertThat(GdrLevels.forbidsGpuDirect("LOC")).isTrue();
    assertThat(GdrLevels.isNumber("PHB")).isFalse();
  }
}
