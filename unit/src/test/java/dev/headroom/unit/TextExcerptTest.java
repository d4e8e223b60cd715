package dev.headroom.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextExcerptTest {
  @Test
  void shouldShowOrdinaryMessagesAsTheyAre() {
    String list = "there are " + "word, ".repeat(300);
    assertThat(TextExcerpt.line("'5x' is not a size")).isEqualTo("'5x' is not a size");
    assertThat(TextExcerpt.line(list)).isEqualTo(list);
  }

  @Test
  void shouldLeaveOutTheMiddleOfALongWord() {
    String shown =
        TextExcerpt.line("'" + "7".repeat(5_000_000) + "' is not a size; write it like 20KB");
    assertThat(shown)
        .startsWith("'7777")
        .contains("777...777")
        .endsWith("777' is not a size; write it like 20KB")
        .hasSizeLessThan(150);
  }

  @Test
  void shouldLeaveOutTheMiddleOfALongLine() {
    String shown = TextExcerpt.line("'" + "x y ".repeat(1_000_000) + "' is no name");
    assertThat(shown).startsWith("'x y x").contains("...").endsWith("' is no name");
    assertThat(shown).hasSizeLessThan(2_000);
  }

  @Test
  void shouldCountTheLinesThatItLeavesOut() {
    assertThat(TextExcerpt.lines("wrong\n".repeat(1_000).strip(), 3))
        .isEqualTo("wrong\nwrong\nwrong\nand 997 more");
    assertThat(TextExcerpt.lines("a\nb", 3)).isEqualTo("a\nb");
  }
}
