package dev.headroom.congestion.uet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.SettingsOf;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The four quadrants, quick adapt and NACKs, worked out from the formulas; and closed loops. At 100
 * Gb/s and 12 us with trimming: A = 1, BDP 150,000, Q 9 us, with packets m of 4,000 bytes.
 */
final class NsccTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(100_000_000_000L, 12 * US, 4_000);
  private static final double MOST = 225_000;
  private static final double FAIR = 5 * 4_000;
  private static final double ETA = 0.15 * 4_000;

  /** 4 m A b/Q, in bytes a picosecond. */
  private static final double PROPORTIONAL = 4 * 4_000 * 0.75 / (9.0 * US);

  private final Feedback feedback = new Feedback(0);
  private Nscc flow = new Nscc(Nscc.Settings.defaults(PATH, true), PATH);

  @BeforeEach
  void start() {
    flow = new Nscc(Nscc.Settings.defaults(PATH, true), PATH);
  }

  private long ack(double nowUs, long bytes, boolean marked, double delayUs) {
    feedback.clear();
    feedback.ackedBytes = bytes;
    feedback.markedBytes = marked ? bytes : 0;
    feedback.rttPs = (long) ((12 + delayUs) * US);
    feedback.inFlightBytes = 100_000;
    flow.acknowledged((long) (nowUs * US), feedback);
    return flow.windowBytes();
  }

  private long nack(double nowUs, long bytes, boolean lastHop) {
    feedback.clear();
    feedback.missingBytes = bytes;
    feedback.lastHop = lastHop;
    feedback.inFlightBytes = 100_000;
    flow.refused((long) (nowUs * US), feedback);
    return flow.windowBytes();
  }

  @Test
  void shouldStartWithOneAndAHalfBdp() {
    assertThat(flow.windowBytes()).isEqualTo(225_000);
    assertThat(Nscc.Settings.defaults(PATH, false).targetPs()).isEqualTo(12 * US);
  }

  @Test
  void shouldTakeOffWhatWasRefused() {
    assertThat(nack(1, 25_000, false)).isEqualTo(200_000);
  }

  @Test
  void shouldLeaveTheLastHopToReceiverCreditsWhereThereAreAny() {
    flow = new Nscc(SettingsOf.nsccWithCredit(PATH), PATH);
    assertThat(nack(1, 25_000, true)).isEqualTo(225_000);
    assertThat(nack(1, 25_000, false)).isEqualTo(200_000);
  }

  @Test
  void shouldIncreaseFairlyWhereLateButNotMarked() {
    nack(1, 125_000, false); // W = 100,000
    ack(2, 4_000, false, 10);
    assertThat(flow.windowBytes()).as("kept back until the adjustment").isEqualTo(100_000);
    for (int i = 1; i < 8; i++) {
      ack(2, 4_000, false, 10);
    }
    assertThat(flow.windowBytes()).isEqualTo(100_000);
    double expected = 100_000 + FAIR * 36_000 / 100_000; // inc/W = 5 m acked/W
    assertThat((double) ack(2, 4_000, false, 10)).isCloseTo(expected, within(1.0));
  }

  @Test
  void shouldIncreaseInProportionToTheDelayThatIsLeft() {
    nack(1, 125_000, false);
    for (int i = 0; i < 8; i++) {
      ack(2, 4_000, false, 5);
    }
    double expected = 100_000 + PROPORTIONAL * 36_000 * (9 - 5) * US / 100_000;
    assertThat((double) ack(2, 4_000, false, 5)).isCloseTo(expected, within(1.0));
  }

  @Test
  void shouldAddEtaOncePerNetworkRtt() {
    nack(1, 125_000, false);
    double inc = FAIR * 4_000 / 100_000;
    assertThat((double) ack(13, 4_000, false, 10)).isCloseTo(100_000 + inc + ETA, within(1.0));
    double window = 100_000 + inc + ETA;
    ack(14, 4_000, true, 1);
    assertThat((double) flow.windowBytes()).isCloseTo(window, within(1.0));
  }

  @Test
  void shouldIncreaseFastOnceAWindowHasSeenNoDelay() {
    nack(1, 215_000, false); // W = 10,000
    ack(2, 4_000, false, 0.5);
    ack(2, 4_000, false, 0.5);
    assertThat(flow.windowBytes()).isEqualTo(10_000);
    assertThat(ack(2, 4_000, false, 0.5)).isEqualTo(11_000); // acked A/4
    assertThat(ack(2, 4_000, false, 0.5)).isEqualTo(12_000);
    ack(2, 4_000, false, 1.5);
    assertThat(flow.windowBytes()).as("delay ends it").isEqualTo(12_000);
  }

  @Test
  void shouldDoNothingWhereMarkedButInTime() {
    nack(1, 125_000, false);
    for (int i = 0; i < 20; i++) {
      ack(2, 4_000, true, 5);
    }
    assertThat(flow.windowBytes()).isEqualTo(100_000);
  }

  @Test
  void shouldDecreaseByHowFarTheMeanDelayIsOverTarget() {
    double mean = 0;
    int acks = 0;
    while (mean <= 12) { // marked, 20 us late: the mean creeps up by 0.0125 of the way
      mean += 0.0125 * (20 - mean);
      ack(0.001 * acks++, 1, true, 20);
    }
    assertThat(flow.meanDelayPs() / US).isCloseTo(mean, within(1e-6));
    double before = flow.windowBytes();
    assertThat(before).as("no base RTT has gone by").isEqualTo(MOST);
    ack(12.5, 1, true, 20);
    mean += 0.0125 * (20 - mean);
    double expected = MOST * (1 - 0.8 * (mean - 9) / mean) + ETA;
    assertThat((double) flow.windowBytes()).isCloseTo(expected, within(1.0));
    ack(20, 1, true, 20);
    assertThat((double) flow.windowBytes()).as("once a base RTT").isCloseTo(expected, within(1.0));
  }

  /**
   * 0.8 (D - Q)/D is 0.728 at a mean of 100 us, and {@code uec.cpp} takes no more than a half off.
   */
  @Test
  void shouldKeepHalfOfTheWindowHoweverLateTheMean() {
    for (int i = 0; i < 1_000; i++) {
      ack(0.001 * i, 1, true, 100);
    }
    assertThat(flow.meanDelayPs() / US).isCloseTo(100, within(0.01));
    ack(12.5, 1, true, 100);
    assertThat((double) flow.windowBytes()).isCloseTo(MOST / 2 + ETA, within(1.0));
  }

  @Test
  void shouldCountLateUnmarkedAcksAsAQuarterOfTheBaseRttInTheMean() {
    ack(1, 1, false, 30);
    assertThat(flow.meanDelayPs() / US).isCloseTo(0.0125 * 3, within(1e-9));
  }

  @Test
  void shouldAdaptToWhatWasAchievedAfterNacks() {
    ack(1, 4_000, true, 1); // the first look starts a period of 21 us
    nack(5, 4_000, false);
    for (int i = 0; i < 4; i++) {
      ack(6, 4_000, true, 1);
    }
    assertThat(ack(23, 4_000, true, 1)).as("5 packets in the period").isEqualTo(20_000);
    // 100,000 bytes are in flight: marks and NACKs on them are ignored
    assertThat(nack(24, 4_000, false)).isEqualTo(20_000);
  }

  @Test
  void shouldNotAdaptQuicklyWhereEnoughWasAchieved() {
    ack(1, 4_000, true, 1);
    nack(5, 4_000, false);
    ack(6, 40_000, true, 1); // over an eighth of 225,000
    assertThat(ack(23, 4_000, true, 1)).isGreaterThan(220_000);
  }

  @Test
  void shouldObeyTheReceiversPenalty() {
    nack(1, 125_000, false);
    feedback.clear();
    feedback.ackedBytes = 4_000;
    feedback.markedBytes = 4_000;
    feedback.receiverPenalty = 0.5;
    flow.acknowledged(2 * US, feedback);
    assertThat(flow.windowBytes()).isEqualTo(98_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void shouldHoldTheQueueAtItsTargetWithEqualShares(int flows) {
    OneLink link = new OneLink(100, 12, 4096);
    link.markFrom = 37_500; // a quarter of the BDP
    link.markTo = 112_500;
    link.bufferBytes = 150_000;
    link.trims = true;
    for (int i = 0; i < flows; i++) {
      link.start(0.3 * i, new Nscc(Nscc.Settings.defaults(link.path, true), link.path));
    }
    link.run(3_000, 8_000);
    assertThat(link.totalGbps()).isGreaterThan(99.9);
    assertThat(link.fairness()).isGreaterThan(0.98);
    double delayUs = link.meanQueueBytes() * 8 / 100_000;
    assertThat(delayUs).isCloseTo(9, within(1.5));
  }
}
