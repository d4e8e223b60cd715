package dev.headroom.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CountedNounTest {
  @ParameterizedTest
  @CsvSource({
    "0, host, 0 hosts",
    "1, host, 1 host",
    "2, host, 2 hosts",
    "1, switch, 1 switch",
    "3, switch, 3 switches",
    "2, process, 2 processes",
    "2, GPU, 2 GPUs"
  })
  void shouldSayOneOrSeveral(long count, String one, String said) {
    assertThat(CountedNoun.of(count, one)).isEqualTo(said);
  }

  @Test
  void shouldTakePluralsThatNoRuleMakes() {
    assertThat(CountedNoun.of(1, "leaf", "leaves")).isEqualTo("1 leaf");
    assertThat(CountedNoun.of(4, "leaf", "leaves")).isEqualTo("4 leaves");
  }
}
