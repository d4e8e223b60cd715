package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.SettingsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Algorithm 1 of the paper step by step, and what its section 3 promises of a closed loop. */
final class HpccTest {
  private static final long US = 1_000_000L;
  private static final long LINE = 100_000_000_000L;
  private static final double BDP = 162_500; // 100 Gb/s for 13 us
  private static final Path PATH = new Path(LINE, 13 * US, 1000);
  private static final HpccSettings SETTINGS =
      SettingsOf.hpcc(
          PATH,
          "congestion.hpcc.rateAi",
          "49230769bps",
          "congestion.minRate",
          "100Mbps"); // 80 bytes a T

  private final Hpcc flow = new Hpcc(SETTINGS, PATH);
  private final Feedback feedback = new Feedback();
  private double sentBytes;

  /** An ACK of a link that has been busy to a degree since the one before. */
  private void ack(double atUs, double busyUs, long queue, long upTo, long sentUpTo) {
    sentBytes += busyUs * 12_500;
    feedback.clear();
    feedback.ackedUpTo = upTo;
    feedback.sentUpTo = sentUpTo;
    feedback.telemetry.add(queue, (long) sentBytes, (long) (atUs * US), LINE);
    flow.acknowledged((long) (atUs * US), feedback);
  }

  /** Rates are whole bits per second, which is a byte at the most in a window. */
  private void assertWindow(double bytes) {
    assertThat((double) flow.windowBytes()).isCloseTo(bytes, within(1.0));
  }

  @Test
  void shouldStartAtLineRateWithAWindowOfOneBdp() {
    assertThat(flow.rateBps(0)).isEqualTo(LINE);
    assertThat(flow.windowBytes()).isEqualTo(162_500);
  }

  @Test
  void shouldDeriveTheAdditiveIncreaseOfThePaper() {
    double bytes = HpccSettings.defaults(PATH).aiBps() * 13e-6 / 8;
    assertThat(bytes).isCloseTo(81.25, within(1e-5)); // "80 bytes"
  }

  @Test
  void shouldFollowAlgorithm1() {
    ack(0, 0, 81_250, 1_000, 160_000); // remembered only
    assertThat(flow.windowBytes()).isEqualTo(162_500);
    // u = 0.5 over half a T, no queue: U = 0.5 + 0.25, under eta: additive, but line is the most
    ack(6.5, 3.25, 0, 2_000, 162_000);
    assertThat(flow.load()).isCloseTo(0.75, within(1e-12));
    assertThat(flow.windowBytes()).isEqualTo(162_500);
    // u = 1, since the lesser queue is none; not yet the ACK of what was sent after the first
    ack(13, 6.5, 81_250, 3_000, 163_000);
    assertThat(flow.load()).isCloseTo(0.875, within(1e-12));
    // u = 81,250/162,500 + 1 = 1.5
    ack(19.5, 6.5, 81_250, 3_500, 163_500);
    assertThat(flow.load()).isCloseTo(1.1875, within(1e-12));
    assertWindow(BDP / (1.1875 / 0.95) + 80);
    // A whole T or more: U = u. From Wc, not from the window just set.
    ack(39, 19.5, 81_250, 4_000, 164_000);
    assertThat(flow.load()).isCloseTo(1.5, within(1e-12));
    double first = BDP / (1.5 / 0.95) + 80;
    assertWindow(first);
    assertThat(flow.rateBps(0)).isCloseTo((long) (first * 8 / 13e-6), within(2L));
    // Beyond 160,000: an update, Wc = W.
    ack(52, 13, 81_250, 161_000, 250_000);
    assertWindow(first);
    ack(65, 13, 81_250, 162_000, 251_000);
    assertWindow(first / (1.5 / 0.95) + 80);
  }

  @Test
  void shouldTakeTheLesserOfTwoQueueLengths() {
    ack(0, 0, 1_000_000, 1, 10);
    ack(13, 13, 0, 2, 10);
    assertThat(flow.load()).isCloseTo(1, within(1e-12));
  }

  @Test
  void shouldAddFiveTimesBeforeItMultiplies() {
    ack(0, 0, 162_500, 1_000, 1_000);
    ack(13, 13, 162_500, 2_000, 2_000); // U = 2, an update
    double reference = BDP * 0.95 / 2 + 80;
    assertWindow(reference);
    double at = 13;
    for (int stage = 0; stage < 5; stage++) {
      at += 13;
      ack(at, 6.5, 0, 3_000 + stage, 3_000 + stage); // U = 0.5
      reference += 80;
      assertWindow(reference);
    }
    ack(at + 13, 6.5, 0, 4_000, 4_000);
    assertWindow(reference * 0.95 / 0.5 + 80);
  }

  @Test
  void shouldHeedTheBusiestOfSeveralLinks() {
    for (long i = 0; i < 2; i++) {
      feedback.clear();
      feedback.ackedUpTo = i;
      feedback.sentUpTo = 10;
      feedback.telemetry.add(0, i * 40_625, i * 13 * US, LINE); // a quarter busy
      feedback.telemetry.add(40_625, i * 650_000, i * 13 * US, 400_000_000_000L); // 1 + 1/16
      feedback.telemetry.add(0, i * 150_000, i * 13 * US, LINE);
      flow.acknowledged(i * 13 * US, feedback);
    }
    assertThat(flow.load()).isCloseTo(1.0625, within(1e-12));
  }

  @Test
  void shouldNotCompareReadingsOfDifferentWays() {
    ack(0, 0, 0, 1, 10);
    feedback.clear();
    feedback.telemetry.pathId = 7;
    feedback.telemetry.add(500_000, 900_000_000, 13 * US, LINE);
    flow.acknowledged(13 * US, feedback);
    assertThat(flow.load()).isEqualTo(1);
    assertThat(flow.windowBytes()).isEqualTo(162_500);
  }

  @Test
  void shouldReactOnlyOnceARoundTripWithoutFastReaction() {
    Hpcc slow =
        new Hpcc(
            SettingsOf.hpcc(
                PATH,
                "congestion.hpcc.rateAi",
                "49230769bps",
                "congestion.minRate",
                "100Mbps",
                "congestion.hpcc.fastReact",
                "false"),
            PATH);
    for (long i = 0; i < 4; i++) {
      feedback.clear();
      feedback.ackedUpTo = 1_000 * i;
      feedback.sentUpTo = 1_000 * i + 500;
      feedback.sentUpTo = 2_500;
      feedback.telemetry.add(162_500, i * 162_500, i * 13 * US, LINE);
      slow.acknowledged(i * 13 * US, feedback);
      assertThat(slow.windowBytes()).isEqualTo(i < 3 ? 162_500 : (long) (BDP * 0.95 / 2 + 80));
    }
  }

  @Test
  void shouldKeepAReferenceForEachLinkWhereToldTo() {
    Hpcc each =
        new Hpcc(
            SettingsOf.hpcc(
                PATH,
                "congestion.hpcc.rateAi",
                "49230769bps",
                "congestion.minRate",
                "100Mbps",
                "congestion.hpcc.maxStage",
                "0",
                "congestion.hpcc.perLink",
                "true"),
            PATH);
    long[] busy = {0, 0};
    for (long i = 0; i < 3; i++) {
      feedback.clear();
      feedback.ackedUpTo = 1_000 * i;
      feedback.sentUpTo = 1_000 * i + 500;
      feedback.telemetry.add(i == 1 ? 0 : 1, busy[0], i * 13 * US, LINE);
      feedback.telemetry.add(0, busy[1], i * 13 * US, LINE);
      each.acknowledged(i * 13 * US, feedback);
      busy[0] += 162_500 * 2; // u = 2 on the first link, 1 on the second
      busy[1] += 162_500;
    }
    // The first link's own reference fell twice; the second's once by 0.95 would not have.
    double once = BDP * 0.95 / 2 + 80;
    assertThat((double) each.windowBytes()).isCloseTo(once * 0.95 / 2 + 80, within(1.0));
  }

  /** A NACK of the very first packet: nothing is known to have got there, all is sent again. */
  @Test
  void shouldTakeNoRoundForOverBeforeAnythingHasArrived() {
    ack(0, 0, 81_250, 0, 0);
    ack(13, 13, 81_250, 1_000, 160_000); // remembered only, as the first
    assertThat(flow.windowBytes()).isEqualTo(162_500);
    ack(26, 13, 81_250, 161_000, 320_000);
    assertThat(flow.windowBytes()).isLessThan(162_500);
  }

  /** Counters of 20 bits, in units of 128 B; clocks of 24 bits, in ns. Ways have no number. */
  @Test
  void shouldCompareReadingsOfAnyTwoWaysWhereCountersWrap() {
    for (long i = 0; i < 2; i++) {
      feedback.clear();
      feedback.ackedUpTo = 1_000 * (i + 1);
      feedback.sentUpTo = 1_000 * (i + 1);
      feedback.telemetry.pathId = i;
      feedback.telemetry.sentWrap = 128L << 20;
      feedback.telemetry.timeWrapPs = 1_000L << 24;
      long sent = i == 0 ? (128L << 20) - 81_250 : 0; // half a BDP
      long atPs = i == 0 ? (1_000L << 24) - 13 * US : 0;
      feedback.telemetry.add(0, sent, atPs, LINE);
      flow.acknowledged(i * 13 * US, feedback);
    }
    assertThat(flow.load()).isCloseTo(0.5, within(1e-9));
  }

  /** As {@code rdma-hw.cc} does it, whose window is what the slowest link on the way holds. */
  @Test
  void shouldMeasureQueuesByTheWindowItIsGiven() {
    Hpcc narrow =
        new Hpcc(
            SettingsOf.hpcc(
                PATH,
                "congestion.hpcc.rateAi",
                "49230769bps",
                "congestion.minRate",
                "100Mbps",
                "congestion.hpcc.window",
                "40625B"),
            PATH);
    assertThat(narrow.windowBytes()).isEqualTo(40_625);
    for (long i = 0; i < 2; i++) {
      feedback.clear();
      feedback.ackedUpTo = 1_000 * i;
      feedback.sentUpTo = 1_000 * i + 500;
      feedback.telemetry.add(40_625, i * 162_500, i * 13 * US, LINE);
      narrow.acknowledged(i * 13 * US, feedback);
    }
    // A window's worth of bytes waits, and the link is full: u = 1 + 1.
    assertThat(narrow.load()).isEqualTo(2);
  }

  @Test
  void shouldLearnNothingFromSpoiltTelemetry() {
    ack(0, 0, 0, 0, 10);
    feedback.clear();
    feedback.ackedUpTo = 11;
    feedback.telemetry.add(500_000, 900_000_000, 13 * US, LINE);
    feedback.telemetry.addBeyond(0, 0, 0, 1);
    assertThat(feedback.telemetry.isFull()).isTrue();
    flow.acknowledged(13 * US, feedback);
    assertThat(flow.windowBytes()).isEqualTo(162_500);
  }

  /** A nanosecond counts for 1/13,000 of T, as Algorithm 1 has it. */
  @Test
  void shouldLearnFromALinkThatIsReadAgainANanosecondLater() {
    ack(1, 0, 0, 1_000, 160_000);
    feedback.clear();
    feedback.ackedUpTo = 2_000;
    feedback.sentUpTo = 160_000;
    feedback.telemetry.add(0, 13, US + 1_000, LINE); // 12.5 bytes a nanosecond
    flow.acknowledged(US + 1_000, feedback);
    // From a load of 1 to 13 bytes where 12.5 fill the link.
    assertThat(flow.load()).isCloseTo(1 + (13 / 12.5 - 1) / 13_000, within(1e-12));
  }

  @Test
  void shouldLearnNothingFromALinkReadTwiceAtOneTime() {
    ack(0, 0, 500_000, 1, 10);
    ack(0, 0, 500_000, 2, 10);
    assertThat(flow.windowBytes()).isEqualTo(162_500);
  }

  /** At rest W = W/(U/eta) + Wai, so U = eta/(1 - Wai/W): a little over eta, and no queue. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void shouldKeepALinkAtEtaWithAlmostNoQueue(int flows) {
    OneLink link = new OneLink(100, 13, 1000);
    for (int i = 0; i < flows; i++) {
      link.start(0.3 * i, new Hpcc(HpccSettings.defaults(link.path), link.path));
    }
    link.run(2_000, 5_000);
    double window = BDP * 0.95 / flows;
    assertThat(link.totalGbps()).isCloseTo(95 / (1 - 81.25 / window), within(1.0));
    assertThat(link.meanQueueBytes()).as("bytes of queue").isLessThan(2_500);
  }

  @Test
  void shouldSettleIncastWithinAFewRoundTrips() {
    OneLink link = new OneLink(100, 13, 1000);
    for (int i = 0; i < 16; i++) {
      link.start(0, new Hpcc(HpccSettings.defaults(link.path), link.path));
    }
    // A queue of 15 BDP, which takes 15 T to leave at the least, is gone after 25 and stays away.
    link.run(13 * 25, 13 * 60);
    assertThat(link.mostQueue).isLessThan(10_000);
    assertThat(link.totalGbps()).isGreaterThan(90);
  }

  /** The additive part makes shares equal, slowly: section 3.3. */
  @Test
  void shouldBecomeFairToALateComer() {
    OneLink link = new OneLink(100, 13, 1000);
    link.jitterPs = 300_000; // senders in step see each other's packets and never their own
    HpccSettings settings = SettingsOf.hpcc(link.path, "congestion.hpcc.rateAi", "312500000bps");
    link.start(0, new Hpcc(settings, link.path));
    link.start(1_000, new Hpcc(settings, link.path));
    link.run(40_000, 45_000);
    assertThat(link.fairness()).isGreaterThan(0.99);
  }
}
