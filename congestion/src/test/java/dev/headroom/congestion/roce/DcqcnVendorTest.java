package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The firmware's form against sequences worked out by hand; 100 Gb/s, times in us. */
final class DcqcnVendorTest {
  private static final double G = 1.0 / 16;
  private static final long US = 1_000_000L;
  private static final long LINE = 100_000_000_000L;

  private static DcqcnVendor vendor(long byteCounter, boolean clamp, double minDecrease) {
    return new DcqcnVendor(parameters(byteCounter, clamp, minDecrease), LINE);
  }

  private static DcqcnParameters parameters(long byteCounter, boolean clamp, double minDecrease) {
    return new DcqcnParameters(
        G,
        1,
        US,
        4 * US,
        300 * US,
        byteCounter,
        1,
        5_000_000_000L,
        10_000_000_000L,
        1_000_000_000L,
        clamp,
        true,
        minDecrease,
        1,
        0);
  }

  private static double rate(DcqcnVendor flow, double us) {
    return flow.rateBps((long) (us * US)) * 1e-9;
  }

  @Test
  void shouldStayAtLineRateUntilTheFirstDecreaseCheckAfterACnp() {
    DcqcnVendor flow = vendor(0, false, 0);
    assertThat(rate(flow, 1_000)).isEqualTo(100);
    flow.congested(1_000 * US);
    assertThat(rate(flow, 1_003.9)).isEqualTo(100);
    // Four alpha ticks without a further CNP come before the check: alpha = (15/16)^4 = 0.7725.
    double alpha = Math.pow(1 - G, 4);
    assertThat(rate(flow, 1_004)).isCloseTo(100 * (1 - alpha / 2), within(1e-6));
    assertThat(flow.alpha()).isCloseTo(alpha, within(1e-12));
  }

  /**
   * The event that asks for the rate at the time of a decrease was scheduled before or after it.
   */
  @Test
  void shouldTickAfterAnEventThatWasScheduledBeforeTheTick() {
    long[] scheduledPs = {0};
    DcqcnVendor flow =
        new DcqcnVendor(parameters(0, false, 0), LINE, Optional.of(() -> scheduledPs[0]));
    flow.congested(US);
    scheduledPs[0] = US - 1;
    assertThat(rate(flow, 5)).isEqualTo(100);
    scheduledPs[0] = US;
    assertThat(rate(flow, 5)).isLessThan(100);
  }

  /** A mark that has been under way for less long than alpha's tick counts for the next one. */
  @Test
  void shouldCountAMarkForTheTickThatWasSetAfterIt() {
    assertThat(alphaAfterAMarkAtATick(US - 1)).isCloseTo(1, within(1e-12));
    assertThat(alphaAfterAMarkAtATick(US)).isCloseTo(1 - G, within(1e-12));
  }

  private static double alphaAfterAMarkAtATick(long sentPs) {
    DcqcnVendor flow = new DcqcnVendor(parameters(0, false, 0), LINE, Optional.of(() -> sentPs));
    flow.congested(US);
    flow.congested(2 * US);
    flow.rateBps(2 * US + 1);
    return flow.alpha();
  }

  @Test
  void shouldRaiseAlphaOnlyInTicksThatSawACnp() {
    DcqcnVendor flow = vendor(0, false, 0);
    flow.congested(0);
    flow.congested(US / 2); // seen by the tick at 1
    flow.congested(US * 7 / 2); // seen by the tick at 4
    double alpha = (1 - G) * 1 + G;
    alpha *= 1 - G;
    alpha *= 1 - G;
    alpha = (1 - G) * alpha + G;
    rate(flow, 4);
    assertThat(flow.alpha()).isCloseTo(alpha, within(1e-12));
  }

  @Test
  void shouldCheckEveryFourMicrosecondsAndCutOnlyIfACnpCame() {
    DcqcnVendor flow = vendor(0, false, 0);
    flow.congested(0);
    double first = rate(flow, 4);
    assertThat(rate(flow, 8)).as("no CNP since").isEqualTo(first);
    flow.congested(9 * US);
    assertThat(rate(flow, 11.9)).isEqualTo(first);
    double kept = rate(flow, 12) / first;
    // The CNP at 9 counts for the tick at 9: it has been under way for longer.
    double expected = Math.pow(1 - G, 3) * (Math.pow(1 - G, 9) + G);
    assertThat(kept).isCloseTo(1 - expected / 2, within(1e-9));
  }

  @Test
  void shouldRecoverOnceThenIncreaseAdditivelyOnceThenHyper() {
    DcqcnVendor flow = vendor(0, false, 0);
    flow.congested(0);
    double cut = rate(flow, 4); // target 100
    assertThat(rate(flow, 303.9)).isEqualTo(cut);
    double recovered = (cut + 100) / 2;
    assertThat(rate(flow, 304)).isCloseTo(recovered, within(1e-6));
    flow.congested(305 * US); // the next check: the target follows, an increase has happened
    double low = rate(flow, 308);
    double target = recovered;
    double expected = (low + target) / 2;
    assertThat(rate(flow, 608)).isCloseTo(expected, within(1e-6));
    target += 5;
    expected = (expected + target) / 2;
    assertThat(rate(flow, 908)).isCloseTo(expected, within(1e-6));
    target = Math.min(100, target + 10);
    expected = (expected + target) / 2;
    assertThat(rate(flow, 1_208)).isCloseTo(expected, within(1e-6));
  }

  @Test
  void shouldKeepTheTargetOverCutsInARowUnlessClamped() {
    DcqcnVendor kept = vendor(0, false, 0);
    DcqcnVendor clamped = vendor(0, true, 0);
    double second = 0;
    double first = 0;
    for (DcqcnVendor flow : new DcqcnVendor[] {kept, clamped}) {
      flow.congested(0);
      first = rate(flow, 4);
      flow.congested(5 * US);
      second = rate(flow, 8);
    }
    assertThat(rate(kept, 308)).isCloseTo((second + 100) / 2, within(1e-6));
    assertThat(rate(clamped, 308)).isCloseTo((second + first) / 2, within(1e-6));
  }

  @Test
  void shouldLeaveAtLeastItsShareInOneCut() {
    DcqcnVendor flow = vendor(0, false, 0.8);
    flow.congested(0);
    assertThat(rate(flow, 4)).isCloseTo(80, within(1e-6));
  }

  @Test
  void shouldCountBytesFromTheFirstCnpOn() {
    DcqcnVendor flow = vendor(1_000, false, 0);
    flow.sent(0, 100_000);
    flow.congested(0);
    double cut = rate(flow, 4);
    flow.sent(5 * US, 999);
    assertThat(rate(flow, 5)).isEqualTo(cut);
    flow.sent(5 * US, 1);
    assertThat(rate(flow, 5)).isCloseTo((cut + 100) / 2, within(1e-6));
  }

  @Test
  void shouldNotFallBelowTheLeastRate() {
    DcqcnVendor flow = vendor(0, false, 0);
    for (int us = 0; us < 400; us++) {
      flow.congested(us * US);
    }
    assertThat(rate(flow, 400)).isEqualTo(1);
  }
}
