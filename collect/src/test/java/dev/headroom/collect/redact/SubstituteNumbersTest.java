package dev.headroom.collect.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SubstituteNumbersTest {
  private final SubstituteNumbers substitutes =
      new SubstituteNumbers("one key".getBytes(StandardCharsets.UTF_8));

  @Test
  void shouldGiveEachNumberOnceUntilNoneIsLeft() {
    Set<Long> given = new HashSet<>();
    for (int number = 0; number < 222; number++) {
      given.add(substitutes.of("four", number, 222));
    }
    assertThat(given).hasSize(222).allMatch(each -> each >= 0 && each < 222);
    assertThat(substitutes.of("four", 7, 222)).isEqualTo(substitutes.of("four", 7, 222));
    assertThatThrownBy(() -> substitutes.of("four", 222, 222))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("all are taken");
  }
}
