package dev.headroom.model.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the printed table of critical values (NIST/SEMATECH e-Handbook, 1.3.6.7.2). */
final class StudentTTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0.90, 6.314",
    "1, 0.95, 12.706",
    "2, 0.95, 4.303",
    "2, 0.99, 9.925",
    "4, 0.95, 2.776",
    "9, 0.95, 2.262",
    "9, 0.998, 4.297",
    "29, 0.95, 2.045",
    "100, 0.99, 2.626"
  })
  void shouldReachAsTheTableSays(int freedom, double confidence, double reach) {
    assertThat(StudentT.reach(freedom, confidence)).isCloseTo(reach, within(5e-4));
    assertThat(StudentT.twoSided(freedom, reach)).isCloseTo(1 - confidence, within(1e-4));
    assertThat(StudentT.twoSided(freedom, -reach)).isCloseTo(1 - confidence, within(1e-4));
  }
}
