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
        moderation.onArrival(1500);
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

  /** A look after which it holds interrupts back for so long. */
  private long after(long bytes) {
    moderation.decide(new DynamicModeration.Rates(bytes, 1_000, 100));
    return moderation.holdPs() / US;
  }

  /** Linux, dim_on_top: three steps up, of which the last made it worse, and one back. */
  @Test
  void shouldParkWhereAStepToEitherSideWasWorse() {
    assertThat(after(1_000)).as("it leaves its parking to the left").isEqualTo(1);
    assertThat(after(500)).as("worse, so back").isEqualTo(8);
    assertThat(after(1_000)).isEqualTo(64);
    assertThat(after(2_000)).isEqualTo(128);
    assertThat(after(1_000)).as("worse, so back").isEqualTo(64);
    for (int look = 0; look < 20; look++) {
      assertThat(after(2_000)).as("on top").isEqualTo(64);
    }
    assertThat(after(2_190)).as("10 % is no change").isEqualTo(64);
    assertThat(after(3_000)).as("it is").isEqualTo(8);
  }

  /** Linux, dim_tired and NET_DIM: ten steps that led nowhere, and as many looks of rest. */
  @Test
  void shouldRestAfterTenStepsThatLedNowhere() {
    long bytes = 1L << 40;
    for (int step = 0; step < 10; step++) {
      assertThat(after(bytes)).as("step %d", step).isEqualTo(step % 2 == 0 ? 1 : 8);
      bytes /= 2;
    }
    for (int look = 0; look < 10; look++) {
      assertThat(after(bytes)).as("look %d", look).isEqualTo(8);
      bytes /= 2;
    }
    assertThat(after(bytes)).as("it tries again").isEqualTo(1);
  }
}
