package dev.headroom.congestion.uet;

import static dev.headroom.congestion.uet.NsccDraft.Edition.EARLY;
import static dev.headroom.congestion.uet.NsccDraft.Edition.SCALED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both drafts, worked out from their formulas. At 200 Gb/s and 12 us: A = 2 where it is scaled, BDP
 * 300,000, greatest window 450,000, with packets m of 4,000 bytes and Q 6 us.
 */
final class NsccDraftTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(200_000_000_000L, 12 * US, 4_000);
  private static final double MOST = 450_000;

  private final Feedback feedback = new Feedback(0);
  private NsccDraft flow = draft(SCALED);

  private static NsccDraft draft(NsccDraft.Edition edition) {
    return new NsccDraft(NsccDraft.Settings.defaults(edition), PATH);
  }

  /** W: a packet may leave while anything of it is left. */
  private double window() {
    return flow.windowBytes() - 3_999;
  }

  private double ack(double nowUs, long bytes, boolean marked, double delayUs) {
    feedback.clear();
    feedback.ackedBytes = bytes;
    feedback.markedBytes = marked ? bytes : 0;
    feedback.rttPs = (long) ((12 + delayUs) * US);
    feedback.inFlightBytes = 100_000;
    flow.acknowledged((long) (nowUs * US), feedback);
    return window();
  }

  private double nack(double nowUs, long bytes) {
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.inFlightBytes = 100_000;
    flow.refused((long) (nowUs * US), feedback);
    return window();
  }

  @ParameterizedTest
  @EnumSource
  void shouldStartWithOneAndAHalfBdpAndTakeOffWhatIsRefused(NsccDraft.Edition edition) {
    flow = draft(edition);
    assertThat(window()).isEqualTo(MOST);
    assertThat(nack(1, 50_000)).isEqualTo(400_000);
    feedback.clear();
    feedback.missingBytes = 4_000;
    flow.timedOut(2 * US, feedback);
    assertThat(window()).isEqualTo(396_000);
    flow.lost(3 * US, feedback);
    assertThat(window()).isEqualTo(392_000);
    assertThat(nack(4, 1_000_000)).as("a packet is left").isEqualTo(4_000);
  }

  /** fi = 5 m A = 40,000, whatever the delay; every 8,000 B. */
  @Test
  void shouldIncreaseByFivePacketsTimesScale() {
    nack(1, 350_000);
    assertThat(ack(2, 4_000, false, 3)).isEqualTo(100_000);
    assertThat(ack(2, 4_000, false, 3)).as("8,000 are not over 8,000").isEqualTo(100_000);
    assertThat(ack(2, 4_000, false, 8)).isCloseTo(100_000 + 40_000 * 12_000 / 1e5, within(1.0));
  }

  /** fi = m = 4,000, and 2/3 B²/ps of what is left to Q; every 16,000 B. */
  @Test
  void shouldIncreaseByAPacketAndWhatTheDelayLeaves() {
    flow = draft(EARLY);
    nack(1, 350_000);
    for (int i = 0; i < 4; i++) {
      assertThat(ack(2, 4_000, false, 3)).isEqualTo(100_000);
    }
    double inc = 4_000 * 20_000 + 4 * 2 / 3.0 * 3 * US;
    assertThat(ack(2, 4_000, false, 8)).isCloseTo(100_000 + inc / 1e5, within(1.0));
  }

  @ParameterizedTest
  @EnumSource
  void shouldAddEtaEveryTwelveMicroseconds(NsccDraft.Edition edition) {
    flow = new NsccDraft(new NsccDraft.Settings(edition, 6 * US, 0.8, 1.5, 0), PATH);
    double eta = edition == EARLY ? 300 : 1_200; // 0.15 m A
    nack(1, 350_000);
    assertThat(ack(12.5, 1, true, 3)).isEqualTo(100_000 + eta);
    assertThat(ack(24, 1, true, 3)).isEqualTo(100_000 + eta);
    assertThat(ack(24.6, 1, true, 3)).isEqualTo(100_000 + 2 * eta);
  }

  /** A mark in time ends it in the early one alone. */
  @ParameterizedTest
  @EnumSource
  void shouldIncreaseFastWithoutDelay(NsccDraft.Edition edition) {
    flow = draft(edition);
    nack(1, 1_000_000);
    ack(2, 2_000, false, 0.5);
    assertThat(ack(2, 2_000, false, 0.5)).isEqualTo(4_000);
    double step = edition == EARLY ? 500 : 1_000; // acked A/4
    assertThat(ack(2, 2_000, false, 0.5)).isEqualTo(4_000 + step);
    ack(2, 1, true, 0.5);
    double kept = edition == EARLY ? 4_500 : 5_500; // 1,000 A/4 more
    assertThat(ack(2, 1_000, false, 0.5)).isEqualTo(kept);
    ack(2, 1, false, 1.5);
    assertThat(ack(2, 1, false, 0.5)).as("delay ends it").isEqualTo(kept);
  }

  @ParameterizedTest
  @EnumSource
  void shouldDecreaseByHowFarTheMeanDelayIsOverTarget(NsccDraft.Edition edition) {
    flow = draft(edition);
    double mean = 0;
    int acks = 0;
    while (mean <= 8) { // the mean creeps up by 0.0125 of the way
      mean += 0.0125 * (20 - mean);
      ack(0.001 * acks++, 1, true, 20);
    }
    assertThat(window()).as("no base RTT has gone by").isEqualTo(MOST);
    ack(12.5, 1, true, 20);
    mean += 0.0125 * (20 - mean);
    double eta = edition == EARLY ? 300 : 1_200;
    double expected = MOST * (1 - 0.8 * (mean - 6) / mean) + eta;
    assertThat(window()).isCloseTo(expected, within(1.0));
    assertThat(ack(20, 1, true, 20)).as("once a base RTT").isCloseTo(expected, within(1.0));
  }

  @Test
  void shouldAdaptToWhatWasAchievedAfterNacksAndHearNoMarksForAWhile() {
    ack(1, 4_000, true, 1); // the first look starts a period of 12 + 6 us
    nack(5, 4_000);
    for (int i = 0; i < 4; i++) {
      ack(6, 4_000, true, 1);
    }
    assertThat(ack(19.5, 4_000, true, 1)).as("5 packets in the period").isEqualTo(20_000);
    assertThat(nack(20, 4_000)).as("NACKs count, but ask for nothing").isEqualTo(16_000);
    assertThat(ack(40, 4_000, true, 20)).as("100,000 are in flight").isEqualTo(16_000);
    ack(41, 92_000, true, 1);
    assertThat(window()).as("still deaf").isEqualTo(16_000);
  }

  /** And the early one looks every base RTT. */
  @Test
  void shouldLookSoonerInTheEarlyDraft() {
    for (NsccDraft.Edition edition : NsccDraft.Edition.values()) {
      flow = draft(edition);
      ack(1, 4_000, true, 1);
      nack(5, 4_000);
      ack(6, 4_000, true, 1);
      boolean adapted = ack(13.5, 4_000, true, 1) < 10_000;
      assertThat(adapted).as(edition.name()).isEqualTo(edition == EARLY);
    }
  }

  @Test
  void shouldNotAdaptQuicklyWhereEnoughWasAchieved() {
    ack(1, 4_000, true, 1);
    nack(5, 4_000);
    ack(6, 60_000, true, 1); // over an eighth of 450,000
    assertThat(ack(20, 4_000, true, 1)).isGreaterThan(440_000);
  }
}
