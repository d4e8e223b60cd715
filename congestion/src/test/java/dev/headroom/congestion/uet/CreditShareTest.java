package dev.headroom.congestion.uet;

import static dev.headroom.congestion.uet.CreditShare.Edition.SPECIFICATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What is handed out of a port's rate where the fabric is short, by number. */
final class CreditShareTest {
  private static final long US = 1_000_000L;

  /** Reviews are 1.125 to 1.875 round trips apart: after 2 there has been one, or two. */
  private static final long ROUND_TRIP = 10 * US;

  private final CreditShare share = new CreditShare(SPECIFICATION, 0.2, ROUND_TRIP, 0);

  /** The first review comes after 0.75 + 0.309 times 1.5 round trips. */
  private static final long FIRST = 16 * US;

  private static final double STEP = 0.01;

  @Test
  void shouldHandOutTheWholeRateUntilSomethingIsShort() {
    came(100, 0);
    assertThat(share.at(FIRST)).isEqualTo(1);
  }

  @Test
  void shouldGiveUpTheShareThatWasTrimmedOnTheWay() {
    came(90, 0);
    trimmed(10, false);
    assertThat(share.at(FIRST - 2 * US)).as("before the review").isEqualTo(1);
    assertThat(share.at(FIRST)).isCloseTo(0.9, within(1e-12));
  }

  @Test
  void shouldLeaveTheLastSwitchToThePacer() {
    came(50, 0);
    trimmed(50, true);
    assertThat(share.at(FIRST)).isEqualTo(1);
  }

  /** All marked: g = 0.5, so half of the 0.2 beyond the target goes. */
  @Test
  void shouldSlowDownForMarksBeyondTheTarget() {
    came(0, 100);
    assertThat(share.at(FIRST)).isCloseTo(0.9, within(1e-12));
  }

  @Test
  void shouldBearAFewMarks() {
    came(50, 50); // g = 0.25
    assertThat(share.at(FIRST)).isEqualTo(1);
  }

  @Test
  void shouldNeverHandOutLessThanTheLeast() {
    trimmed(100, false);
    assertThat(share.at(FIRST)).isEqualTo(0.2);
  }

  /** 0.01, 0.02, 0.04 ... while nothing is marked. */
  @Test
  void shouldComeBackTwiceAsFastEachTime() {
    trimmed(100, false);
    double before = share.at(FIRST);
    double grown = 0;
    for (int step = 0; step < 4; step++) {
      grown += STEP * (1 << step);
      before = nextAfter(before);
      assertThat(before).as("step %d", step).isCloseTo(0.2 + grown, within(1e-12));
    }
    assertThat(share.at(1_000 * US)).isEqualTo(1);
  }

  private long nowPs = FIRST;

  /** The share after the next review. */
  private double nextAfter(double before) {
    double now = before;
    while (now == before) {
      nowPs += US;
      now = share.at(nowPs);
    }
    return now;
  }

  /** Every 18 us, whatever the round trip; trims do not count. */
  @Test
  void shouldLookAtMarksAloneInTheDraft() {
    CreditShare draft = new CreditShare(CreditShare.Edition.DRAFT, 0.2, ROUND_TRIP, 0);
    long review = 19_100_000; // 0.75 + 0.309 times 18 us
    for (int i = 0; i < 100; i++) {
      draft.came(true);
      draft.onTrimmedPacket(false);
    }
    assertThat(draft.at(review - 100_000)).isEqualTo(1);
    assertThat(draft.at(review)).isCloseTo(1 - 0.75 * (0.5 - 0.3), within(1e-12));
    draft.onTrimmedPacket(false);
    double next = draft.at(review + 18 * US);
    assertThat(next).as("g = 0.25").isCloseTo(0.85 + 0.05, within(1e-12));
    assertThat(draft.at(review + 45 * US)).as("no faster").isCloseTo(0.95, within(1e-12));
  }

  @Test
  void shouldHandOutMostOfWhatTheFabricCarries() {
    assertThat(CreditShare.Edition.SPECIFICATION.least(4)).isEqualTo(0.225);
    assertThat(CreditShare.Edition.DRAFT.least(4)).isEqualTo(0.1875);
    assertThat(CreditShare.Edition.DRAFT.least(1)).isEqualTo(1);
    assertThat(CreditShare.Edition.DRAFT.least(1_000)).isEqualTo(0.01);
  }

  @Test
  void shouldNotMoveInStepWithOthers() {
    CreditShare other = new CreditShare(SPECIFICATION, 0.2, ROUND_TRIP, 0.5);
    trimmed(100, false);
    other.onTrimmedPacket(false);
    long between = (long) (1.5 * ROUND_TRIP * (0.75 + 0.2));
    assertThat(share.at(between)).as("0.618 of the way between").isEqualTo(1);
    assertThat(other.at(between)).as("0.118 of it").isEqualTo(0.2);
  }

  @Test
  void shouldSlowThePacerDown() {
    CreditPacer pacer =
        new CreditPacer(
            new CreditPacer.Settings(16_384, 1, 0),
            100_000_000_000L,
            new CreditShare(SPECIFICATION, 0.25, ROUND_TRIP, 0));
    pacer.onPullTarget(pacer.open(1), 1_000_000);
    pacer.onTrimmedPacket(false);
    pacer.grant(FIRST);
    assertThat(pacer.nextGrantPs() - FIRST).isEqualTo(4 * 16_384 * 80);
  }

  @Test
  void shouldRefuseWhatIsNoShare() {
    assertThatThrownBy(() -> new CreditShare(SPECIFICATION, 0, ROUND_TRIP, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minimum fraction");
    assertThatThrownBy(() -> new CreditShare(SPECIFICATION, 0.5, ROUND_TRIP, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("phase");
  }

  private void came(int unmarked, int marked) {
    for (int i = 0; i < unmarked + marked; i++) {
      share.came(i < marked);
    }
  }

  private void trimmed(int packets, boolean atLastHop) {
    for (int i = 0; i < packets; i++) {
      share.onTrimmedPacket(atLastHop);
    }
  }
}
