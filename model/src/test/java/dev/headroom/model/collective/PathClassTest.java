package dev.headroom.model.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PathClassTest {
  /** {@code levelsOldToNew} of NCCL's paths.cc, and strtol with base 0 before it. */
  @ParameterizedTest
  @CsvSource({
    "LOC, LOC",
    "PIX, PIX",
    "PXB, PXB",
    "PHB, PHB",
    "SYS, SYS",
    "PXN, PXN",
    "0, LOC",
    "1, PIX",
    "2, PXB",
    "3, PHB",
    "4, SYS",
    "5, SYS",
    "17, SYS",
    "0x3, PHB",
    "03, PHB",
    "010, SYS",
    "3abc, PHB"
  })
  void shouldReadALevelAsNcclDoes(String text, PathClass level) {
    assertThat(PathClass.ofLevel(text)).contains(level);
  }

  /** NCCL compares letter by letter, and knows no NODE. */
  @Test
  void shouldTakeNothingElseForALevel() {
    for (String text : new String[] {"", "phb", "NODE", "NET", "-1", "PHB "}) {
      assertThat(PathClass.ofLevel(text)).as(text).isEmpty();
    }
  }
}
