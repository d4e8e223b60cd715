package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What rccl-tests measured of all-reduce on MI300X and MI325X beside the same here; sources and the
 * whole tables are in docs/validation.md. Fitted, to the first alone: what part of its links a GPU
 * reaches. Of the machines at two, a call takes 200 us more, as their smallest sizes show.
 */
final class RcclTestsValidationTest {
  private static final String FITTED = "launch: 20us";
  private static final String SLOW_CALLS = "launch: 200us";

  private static double simulated(int machines, String workload, long bytes) {
    return new CollectiveRun(machines, "400Gbps", "rocev2", "mi300x").microseconds(workload, bytes);
  }

  /** MiB, then microseconds measured in two clusters of their own, the first of them fitted to. */
  @ParameterizedTest
  @CsvSource({"64, 432.5, 428.1", "256, 1540.4, 1546.5", "1024, 5990.7, 6003.9"})
  void shouldReduceOnOneMachine(long mebibytes, double fitted, double other) {
    double us = simulated(1, FITTED, mebibytes << 20);
    assertThat(fitted / us).isCloseTo(1, within(0.06));
    assertThat(other / us).isCloseTo(1, within(0.06));
  }

  /** Not the NICs, of 400 Gb/s each, limit it, but the links between GPUs. */
  @ParameterizedTest
  @CsvSource({"256, 1713.4", "1024, 5908.3"})
  void shouldReduceOnTwoMachines(long mebibytes, double measured) {
    assertThat(measured / simulated(2, SLOW_CALLS, mebibytes << 20)).isCloseTo(1, within(0.06));
  }
}
