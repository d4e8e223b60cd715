package dev.headroom.model.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.unit.Rate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NICs of a host, counted alike for every command. */
final class HostNicsTest {
  /** A rail's share: of several NICs their sum, of a shared NIC its part. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, 8, 400Gbps",
    "dgx-h100, 8x200Gbps, 200Gbps",
    "dgx-h100, 4, 200Gbps",
    "dgx-h100, 16x200Gbps, 400Gbps",
    "dgx-h100, 2X100Gbps, 25Gbps",
    "dgx-h100, 3x100Gbps, 33333333333bps",
    "gb200-nvl72, 4, 400Gbps",
    "gb200-nvl72, 2, 200Gbps"
  })
  void shouldSpreadNicsOverRails(String name, String text, String rate) {
    Machine machine = MachineCatalogue.named(name).orElseThrow();
    assertThat(HostNics.parse(text, machine).orElseThrow().railRate(machine))
        .isEqualTo(Rate.parse(rate));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "x200Gbps", "8x", "-1", "1000", "eight"})
  void shouldTakeNothingElseForNics(String text) {
    Machine machine = MachineCatalogue.named("dgx-h100").orElseThrow();
    assertThat(HostNics.parse(text, machine)).isEmpty();
  }

  /** A rack of 72 GPUs is 18 hosts with four NICs each. */
  @Test
  void shouldCountNicsOfAHostAndNotOfARack() {
    Machine rack = MachineCatalogue.named("gb200-nvl72").orElseThrow();
    assertThat(rack.hosts()).isEqualTo(18);
    assertThat(HostNics.asSold(new Cluster(rack, 2, false), 36).count()).isEqualTo(4);
  }
}
