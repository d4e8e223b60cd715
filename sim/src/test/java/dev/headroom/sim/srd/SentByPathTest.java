package dev.headroom.sim.srd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Which packet went which way, also where several were sent at one time. */
final class SentByPathTest {
  private final SentByPath ways = new SentByPath(2);

  @Test
  void shouldTellApartWhatWasSentAtOneTime() {
    ways.add(0, 1, 5_000);
    ways.add(1, 2, 5_000);
    ways.add(0, 3, 5_000);
    assertThat(ways.wayOf(3, 5_000)).isZero();
    assertThat(ways.wayOf(1, 5_000)).isZero();
    assertThat(ways.wayOf(2, 5_000)).isEqualTo(1);
  }

  @Test
  void shouldForgetWhatWasSentEarlier() {
    ways.add(0, 1, 1_000);
    ways.add(1, 2, 2_000);
    ways.add(0, 3, 3_000);
    assertThat(ways.wayOf(3, 3_000)).isZero();
    assertThat(ways.firstPs(0)).isEqualTo(3_000);
    assertThat(ways.firstPs(1)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> ways.wayOf(2, 2_000)).hasMessageContaining("packet 2 was not sent");
  }
}
