package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The pseudocode of Falcon 0.9, section 10.4, by hand. */
final class PlbRepathingTest {
  private static final double WINDOW = 10;

  private final PlbRepathing plb = new PlbRepathing(new PlbRepathing.Settings(1.5, 0.5, 3));

  /** A round trip in which so many of ten packets are congested; whether any of them asks. */
  private boolean round(int congested) {
    boolean asked = false;
    for (int i = 0; i < 10; i++) {
      double delay = i < congested ? 151 : 150;
      asked |= plb.acknowledged(1, WINDOW, delay, 100);
    }
    return asked;
  }

  @Test
  void shouldTakeAnotherWayAfterSoManyCongestedRoundTrips() {
    assertThat(round(5)).isFalse();
    assertThat(round(10)).isFalse();
    assertThat(round(5)).isTrue();
    assertThat(round(10)).as("it counts anew").isFalse();
  }

  @Test
  void shouldStartOverWhereOneWasNotCongested() {
    assertThat(round(10)).isFalse();
    assertThat(round(10)).isFalse();
    assertThat(round(4)).isFalse();
    assertThat(round(10)).isFalse();
    assertThat(round(10)).isFalse();
    assertThat(round(10)).isTrue();
  }

  @Test
  void shouldTakeAnAckOfManyPacketsForAWholeRoundTrip() {
    assertThat(plb.acknowledged(20, WINDOW, 200, 100)).isFalse();
    assertThat(plb.acknowledged(20, WINDOW, 200, 100)).isFalse();
    assertThat(plb.acknowledged(20, WINDOW, 200, 100)).isTrue();
  }
}
