package dev.headroom.sim.rc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.sim.Lab;
import org.junit.jupiter.api.Test;

final class AckIntervalTest {
  private static Lab lab() {
    return Lab.star(2, "100Gbps", "1us").set(TransportKnobs.ACK_EVERY, "16");
  }

  @Test
  void shouldBeWhatIsWantedWithoutAWindow() {
    assertThat(AckInterval.of(lab().scenario())).isEqualTo(16);
  }

  @Test
  void shouldBeNoMoreThanTheWindowHolds() {
    assertThat(of("1MB", "false")).isEqualTo(16);
    assertThat(of("64KB", "false")).isEqualTo(15); // 15.6 packets of 4,096 B
    assertThat(of("8KiB", "false")).isEqualTo(2);
    assertThat(of("100B", "false")).isEqualTo(1);
  }

  @Test
  void shouldBeNoMoreThanTheLeastWindowHoldsWhereItFollowsTheRate() {
    assertThat(of("1MB", "true")).isEqualTo(2); // 1 % of it
    assertThat(of("64KB", "true")).isEqualTo(1);
  }

  @Test
  void shouldNotShrinkTheWindowWhereNobodyLowersTheRate() {
    Lab lab =
        lab()
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.WINDOW_FOLLOWS_RATE, "true");
    assertThat(AckInterval.of(lab.set(TransportKnobs.WINDOW, "1MB").scenario())).isEqualTo(16);
  }

  /** Who begins with 1 Gb/s of 100 waits for its first ACK with a hundredth of the window. */
  @Test
  void shouldBeNoMoreThanTheFirstWindowHolds() {
    Lab lab =
        lab()
            .set(CongestionKnobs.ALGORITHM, "timely")
            .set(Knobs.named("congestion.minRate", ValueType.RATE), "50Gbps")
            .set(TransportKnobs.WINDOW, "1MB")
            .set(TransportKnobs.WINDOW_FOLLOWS_RATE, "true");
    assertThat(AckInterval.of(lab.scenario())).isEqualTo(16);
    assertThat(
            AckInterval.of(
                lab.set(Knobs.named("congestion.timely.startRate", ValueType.RATE), "1Gbps")
                    .scenario()))
        .isEqualTo(2);
  }

  private static int of(String window, String followsRate) {
    return AckInterval.of(
        lab()
            .set(TransportKnobs.WINDOW, window)
            .set(TransportKnobs.WINDOW_FOLLOWS_RATE, followsRate)
            .scenario());
  }
}
