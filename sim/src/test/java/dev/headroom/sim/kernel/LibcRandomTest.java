package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against what a C program prints that calls {@code rand()} of glibc 2.36. */
final class LibcRandomTest {
  @Test
  void shouldGiveTheNumbersOfTheLibrary() {
    LibcRandom random = new LibcRandom();
    assertThat(IntStream.generate(random::next).limit(5))
        .containsExactly(1804289383, 846930886, 1681692777, 1714636915, 1957747793);
    IntStream.range(5, 99_999).forEach(i -> random.next());
    assertThat(random.next()).as("the 100,000th").isEqualTo(660658275);
  }
}
