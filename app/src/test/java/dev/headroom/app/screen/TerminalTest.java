package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TerminalTest {

  @Test
  void shouldDrawBoxesWhereTheLocaleCan() {
    assertThat(Terminal.of(Map.of("TERM", "xterm", "LANG", "de_DE.UTF-8")).unicode()).isTrue();
    assertThat(Terminal.of(Map.of("TERM", "xterm", "LANG", "C")).unicode()).isFalse();
    assertThat(Terminal.of(Map.of("TERM", "xterm", "LC_ALL", "C", "LANG", "C.utf8")).unicode())
        .isFalse();
  }

  @Test
  void shouldNotColourWhereNobodyWants() {
    assertThat(Terminal.of(Map.of("TERM", "xterm")).colour()).isTrue();
    assertThat(Terminal.of(Map.of("TERM", "xterm", "NO_COLOR", "1")).colour()).isFalse();
    assertThat(Terminal.of(Map.of("TERM", "dumb"))).isEqualTo(Terminal.PLAIN);
    assertThat(Terminal.of(Map.of())).isEqualTo(Terminal.PLAIN);
  }
}
