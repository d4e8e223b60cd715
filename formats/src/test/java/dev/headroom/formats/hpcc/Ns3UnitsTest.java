package dev.headroom.formats.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class Ns3UnitsTest {
  @Test
  void shouldCutAsThatSimulatorDoes() {
    assertThat(Ns3Units.cutToNanoseconds("2.000002612s"))
        .isEqualTo(Optional.of(2_000_002_611_000L));
    assertThat(Ns3Units.cutToNanoseconds("0.00001s")).isEqualTo(Optional.of(9_999_000L));
    assertThat(Ns3Units.cutToNanoseconds("0.0001ms")).isEqualTo(Optional.of(99_000L));
    assertThat(Ns3Units.cutToNanoseconds("0.001ms")).isEqualTo(Optional.of(1_000_000L));
    assertThat(Ns3Units.picoseconds("2.000002612s")).isEqualTo(Optional.of(2_000_002_612_000L));
  }

  /** More digits than a double has room for are no time; a fuzzer wrote a delay like that. */
  @Test
  void shouldRefuseTimesBeyondAllNumbers() {
    String endless = "9".repeat(400) + "ns";
    assertThat(Ns3Units.cutToNanoseconds(endless)).isEmpty();
    assertThat(Ns3Units.picoseconds(endless)).isEmpty();
    assertThat(Ns3Units.cutToNanoseconds("99999999s")).isEmpty();
  }
}
