package dev.headroom.sim.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where Linux's dynamic interrupt moderation comes to rest. */
final class AdaptiveModerationTest {
  private static final long US = 1_000_000;

  private final AdaptiveModeration moderation = new AdaptiveModeration(256);
  private long nowPs;

  /** So many rounds of 64 interrupts, each with what has come since the last. */
  private void rounds(int rounds, double packetsPerUs, double roundTripUs) {
    for (int event = 0; event <= 64 * rounds; event++) {
      long holdPs = moderation.holdPs();
      long gapPs = holdPs + (long) (roundTripUs * US);
      int packets = roundTripUs > 0 ? 1 : (int) (packetsPerUs * holdPs / US);
      for (int i = 0; i < packets; i++) {
        moderation.came(1500);
      }
      nowPs += gapPs;
      moderation.holdPs(nowPs);
    }
  }

  /** As much comes whatever the NIC does: fewer interrupts are better, to the end. */
  @Test
  void shouldHoldBackLongerWhereTheTrafficDoesNotMind() {
    assertThat(moderation.holdPs()).isEqualTo(8 * US);
    rounds(1, 10, 0);
    assertThat(moderation.holdPs()).as("first it looks to the other side").isEqualTo(US);
    rounds(8, 10, 0);
    assertThat(moderation.holdPs()).isEqualTo(256 * US);
    rounds(8, 10, 0);
    assertThat(moderation.holdPs()).as("it is parked there").isEqualTo(256 * US);
  }

  /** Who asks waits for the answer: each microsecond held back is one more to wait. */
  @Test
  void shouldHoldBackLessWhereTheTrafficWaits() {
    rounds(8, 0, 10);
    assertThat(moderation.holdPs()).isEqualTo(US);
  }

  @Test
  void shouldLookAgainWhenTheTrafficChanges() {
    rounds(10, 10, 0);
    assertThat(moderation.holdPs()).isEqualTo(256 * US);
    rounds(12, 0, 10);
    assertThat(moderation.holdPs()).isLessThanOrEqualTo(8 * US);
  }
}
