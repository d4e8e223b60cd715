package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class Mrg32k3aTest {
  private static Stream<Named<DoubleSupplier>> draws() {
    return Stream.of(
        Named.of("of one stream", new Ns3Stream(1, 50)::next),
        Named.of("the first of each stream", new Ns3Streams(1, 0)::next));
  }

  @ParameterizedTest
  @MethodSource("draws")
  void shouldBeUniform(DoubleSupplier draws) {
    double sum = 0;
    double squares = 0;
    int n = 100_000;
    for (int i = 0; i < n; i++) {
      double u = draws.getAsDouble();
      assertThat(u).isBetween(0.0, 1.0);
      sum += u;
      squares += u * u;
    }
    assertThat(sum / n).isCloseTo(1 / 2.0, within(0.005));
    assertThat(squares / n).isCloseTo(1 / 3.0, within(0.005));
  }
}
