package dev.headroom.app.improve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FileDifferenceTest {
  @Test
  void shouldShowChangedLinesWithTheirNeighbours() {
    FileDifference difference =
        FileDifference.of("leaf1", "x", Optional.of("a\nb\nc\nd\ne\nf\n"), "a\nb\nC\nd\ne\nf\ng\n")
            .orElseThrow();

    assertThat(difference.lines()).containsExactly("@@", " b", "-c", "+C", " d", "@@", " f", "+g");
    assertThat(difference.added()).isEqualTo(2);
    assertThat(difference.removed()).isEqualTo(1);
    assertThat(difference.isNew()).isFalse();
  }

  @Test
  void shouldBeEmptyOfEqualTexts() {
    assertThat(FileDifference.of("leaf1", "x", Optional.of("a\n"), "a\n")).isEmpty();
  }

  @Test
  void shouldShowNewFiles() {
    FileDifference difference =
        FileDifference.of("leaf1", "x", Optional.empty(), "a\nb\n").orElseThrow();

    assertThat(difference.lines()).containsExactly("+a", "+b");
    assertThat(difference.isNew()).isTrue();
  }
}
