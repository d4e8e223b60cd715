package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The paper's form against sequences worked out by hand. Rates in Gb/s, times in us. */
final class DcqcnPaperTest {
  private static final double G = 1.0 / 256;
  private static final long US = 1_000_000L;

  private DcqcnPaper flow = paper(10_000_000);

  private static DcqcnPaper paper(long byteCounter) {
    return new DcqcnPaper(
        new DcqcnParameters(
            G,
            1,
            55 * US,
            50 * US,
            55 * US,
            byteCounter,
            5,
            40_000_000,
            200_000_000,
            1_000_000,
            false,
            false,
            0,
            1,
            0),
        40_000_000_000L);
  }

  @BeforeEach
  void start() {
    flow = paper(10_000_000);
  }

  private double rateAt(double us) {
    return flow.rateBps((long) (us * US)) * 1e-9;
  }

  @Test
  void shouldStartAtLineRateAndStayThereWithoutCnps() {
    assertThat(rateAt(0)).isEqualTo(40);
    flow.sent(US, 50_000_000);
    assertThat(rateAt(1_000_000)).isEqualTo(40);
    assertThat(flow.alpha()).isEqualTo(1);
  }

  @Test
  void shouldCutByHalfOfAlphaAndThenUpdateAlpha() {
    flow.congested(0);
    assertThat(rateAt(0)).isEqualTo(20);
    assertThat(flow.alpha()).isEqualTo(1);
    flow.congested(50 * US);
    assertThat(rateAt(50)).isEqualTo(10);
  }

  @Test
  void shouldLetAlphaDecayEvery55UsWithoutACnp() {
    flow.congested(0);
    rateAt(54.9);
    assertThat(flow.alpha()).isEqualTo(1);
    rateAt(55);
    assertThat(flow.alpha()).isCloseTo(1 - G, within(1e-12));
    rateAt(550);
    assertThat(flow.alpha()).isCloseTo(Math.pow(1 - G, 10), within(1e-12));
    flow.congested(560 * US);
    assertThat(flow.alpha()).isCloseTo((1 - G) * Math.pow(1 - G, 10) + G, within(1e-12));
    rateAt(614.9);
    assertThat(flow.alpha()).as("a CNP restarts the period").isGreaterThan(Math.pow(1 - G, 10));
  }

  @Test
  void shouldRecoverInFiveStagesAndThenIncreaseAdditively() {
    flow.congested(0); // target 40, rate 20
    flow.congested(10 * US); // target 20, rate 10
    double rate = 10;
    for (int stage = 1; stage <= 5; stage++) {
      assertThat(rateAt(10 + 55 * stage - 0.1)).isCloseTo(rate, within(1e-9));
      rate = (rate + 20) / 2;
      assertThat(rateAt(10 + 55 * stage)).isCloseTo(rate, within(1e-9));
    }
    assertThat(rate).isEqualTo(19.6875);
    double target = 20;
    for (int stage = 6; stage <= 20; stage++) {
      target += 0.04;
      rate = (rate + target) / 2;
      assertThat(rateAt(10 + 55 * stage)).isCloseTo(rate, within(1e-8));
    }
  }

  @Test
  void shouldCountBytesAsStagesToo() {
    flow = paper(1_000_000);
    flow.congested(0);
    flow.congested(0); // target 20, rate 10
    flow.sent(1, 999_999);
    assertThat(rateAt(1)).isEqualTo(10);
    flow.sent(1, 1);
    assertThat(rateAt(1)).isCloseTo(15, within(1e-9));
    flow.sent(2, 4_000_000);
    assertThat(rateAt(2)).isCloseTo(19.6875, within(1e-9));
    flow.sent(3, 1_000_000); // BC = 6, T = 0: additive
    assertThat(rateAt(3)).isCloseTo((19.6875 + 20.04) / 2, within(1e-9));
  }

  @Test
  void shouldIncreaseHyperOnceBothTimerAndBytesAreBeyondRecovery() {
    flow = paper(1_000_000);
    flow.congested(0);
    flow.congested(0); // target 20, rate 10
    flow.sent(1, 6_000_000); // BC = 6: five stages, one additive
    double target = 20.04;
    double rate = (19.6875 + target) / 2;
    for (int stage = 1; stage <= 5; stage++) { // BC is beyond F: additive
      target += 0.04;
      rate = (rate + target) / 2;
    }
    assertThat(rateAt(55 * 5)).isCloseTo(rate, within(1e-8));
    target += 0.2; // T = 6, BC = 6
    rate = (rate + target) / 2;
    assertThat(rateAt(55 * 6)).isCloseTo(rate, within(1e-8));
    target += 0.2; // T = 7, BC = 6
    rate = (rate + target) / 2;
    assertThat(rateAt(55 * 7)).isCloseTo(rate, within(1e-8));
    flow.sent(386 * US, 1_000_000); // T = 7, BC = 7
    target += 0.4;
    rate = (rate + target) / 2;
    assertThat(rateAt(386)).isCloseTo(rate, within(1e-8));
  }

  @Test
  void shouldCountNoBytesWhereTheByteCounterIsOff() {
    flow = paper(0);
    flow.congested(0);
    flow.congested(0); // target 20, rate 10
    flow.sent(1, 1_000_000_000);
    assertThat(rateAt(1)).isEqualTo(10);
    assertThat(rateAt(55)).isCloseTo(15, within(1e-9));
  }

  @Test
  void shouldRestartTimersStagesAndBytesAtEveryCnp() {
    flow = paper(1_000_000);
    flow.congested(0);
    flow.sent(1, 900_000);
    flow.congested(40 * US);
    double rate = rateAt(40);
    flow.sent(41 * US, 999_999);
    assertThat(rateAt(94.9)).isEqualTo(rate);
    assertThat(rateAt(95)).isGreaterThan(rate);
  }

  @Test
  void shouldNeverLeaveTheRangeFromLeastRateToLine() {
    for (int i = 0; i < 40; i++) {
      flow.congested(i);
    }
    assertThat(flow.rateBps(50)).isEqualTo(1_000_000);
    assertThat(flow.rateBps(10_000_000_000_000L)).isLessThanOrEqualTo(40_000_000_000L);
    assertThat(rateAt(10_000_000)).isGreaterThan(39.9);
  }

  @Test
  void shouldNotDependOnHowOftenItIsAsked() {
    DcqcnPaper asked = paper(10_000_000);
    for (DcqcnPaper each : new DcqcnPaper[] {flow, asked}) {
      each.congested(3 * US);
    }
    for (long at = 3 * US; at < 2_000 * US; at += 777_777) {
      asked.rateBps(at);
    }
    assertThat(asked.rateBps(2_000 * US)).isEqualTo(flow.rateBps(2_000 * US));
    assertThat(asked.alpha()).isEqualTo(flow.alpha());
  }
}
