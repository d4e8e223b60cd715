package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TerminalPageTest {

  @Test
  void shouldKeepAPercentSignBesideItsNumber() {
    assertThat(TerminalPage.wrapped("GPUs wait 62 %, are done 7 %", 12))
        .containsExactly("GPUs wait", "62 %, are", "done 7 %");
    assertThat(TerminalPage.wrapped("% 1234567890 %", 10)).containsExactly("%", "1234567890", "%");
  }
}
