package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What rccl-tests measured of all-reduce on MI300X and MI325X beside the same here, at defaults;
 * sources and the whole tables are in docs/validation.md.
 */
final class RcclTestsValidationTest {
  private static double simulated(int machines, long bytes) {
    return new CollectiveRun(machines, "400Gbps", "rocev2", "mi300x")
        .microseconds("collective: all-reduce", bytes);
  }

  /** MiB, then microseconds measured in two clusters of their own. */
  @ParameterizedTest
  @CsvSource({"64, 432.5, 428.1", "256, 1540.4, 1546.5", "1024, 5990.7, 6003.9"})
  void shouldReduceOnOneMachine(long mebibytes, double one, double other) {
    double us = simulated(1, mebibytes << 20);
    assertThat(one / us).isCloseTo(1, within(0.06));
    assertThat(other / us).isCloseTo(1, within(0.06));
  }

  /** Not the NICs, of 400 Gb/s each, limit it, but the links between GPUs. */
  @ParameterizedTest
  @CsvSource({"256, 1713.4", "1024, 5908.3"})
  void shouldReduceOnTwoMachines(long mebibytes, double measured) {
    assertThat(measured / simulated(2, mebibytes << 20)).isCloseTo(1, within(0.06));
  }
}
