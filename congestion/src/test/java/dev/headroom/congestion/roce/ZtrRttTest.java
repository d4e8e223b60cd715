package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Spectrum-X sets: D 13 us, alpha 0.1, 0.97, 1.06, first 1/2. Rates in Gb/s. */
final class ZtrRttTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(100_000_000_000L, 10 * US, 4096);
  private static final double TINY = 1e-6;

  private final ZtrRtt flow = new ZtrRtt(ZtrRtt.Settings.defaults(), PATH);
  private final Feedback feedback = new Feedback(0);
  private long nowPs;

  /** A probe comes back, and the flow has sent at its rate, or at another, all the time. */
  private double probed(double rttUs, double sentGbps) {
    long rttPs = (long) (rttUs * US);
    flow.sent(nowPs, 0);
    assertThat(flow.probe(nowPs)).isTrue();
    flow.sent(nowPs, (int) (sentGbps * rttUs * 1000 / 8));
    nowPs += rttPs;
    flow.probed(nowPs, rttPs);
    return flow.rateBps(0) * 1e-9;
  }

  private double probed(double rttUs) {
    return probed(rttUs, flow.rateBps(0) * 1e-9);
  }

  /** The integers of NVIDIA's Spectrum-X profile are fixed point with 16 and 20 fraction bits. */
  @Test
  void shouldHaveTheParametersOfTheSpectrumXProfile() {
    ZtrRtt.Settings settings = ZtrRtt.Settings.defaults();
    assertThat(settings.alpha()).isCloseTo(0.1, within(1e-4));
    assertThat(settings.decrease()).isCloseTo(0.97, within(1e-4));
    assertThat(settings.increase()).isCloseTo(1.06, within(1e-4));
    assertThat(settings.firstShare()).isEqualTo(0.5);
    assertThat(settings.delayPs()).isEqualTo(13_000_000);
    assertThat(settings.maxDelayPs()).isEqualTo(250_000_000);
    assertThat(settings.haiPeriodPs()).isEqualTo(200_000_000);
  }

  @Test
  void shouldAimAtALongerRttTheSlowerItIs() {
    assertThat(flow.targetPs()).isCloseTo(13e6 * 1.1, within(200.0));
    probed(20); // 50, and 3 % off it
    double share = flow.rateBps(0) * 1e-11;
    assertThat(flow.targetPs()).isCloseTo(13e6 * (1 + 0.1 / Math.sqrt(share)), within(200.0));
  }

  @Test
  void shouldHalveAtTheFirstCongestionAndThenFallWithTheRtt() {
    assertThat(probed(14)).as("the target is 14.3 us").isEqualTo(100);
    double first = probed(40);
    assertThat(first).isCloseTo(50 * 0.97, within(0.01));
    double target = flow.targetPs() / US;
    assertThat(probed(target * 1.01)).isCloseTo(first / 1.01, within(0.01));
    assertThat(probed(40)).isCloseTo(first / 1.01 * 0.97, within(0.01));
  }

  @Test
  void shouldFallByUpToHalfWhereTheRttIsVeryLong() {
    probed(40);
    double before = flow.rateBps(0) * 1e-9;
    assertThat(probed(1_000)).isCloseTo(before / 2, within(0.01));
  }

  @Test
  void shouldFallToWhatWasReallySentButByHalfAtMost() {
    double twoPackets = 2 * 4096 * 8e-3 / 40;
    assertThat(probed(40, 30)).isCloseTo((30 + twoPackets) * 0.97, within(0.01));
    double before = flow.rateBps(0) * 1e-9;
    assertThat(probed(40, 1)).isCloseTo(before / 2 * 0.97, within(0.01));
  }

  /** The target is 14.3 us, D 13. */
  @Test
  void shouldTakeACnpForCongestionWhereTheRttIsLongTooAndANackForMore() {
    flow.congested(0);
    assertThat(flow.rateBps(0)).as("only with the next probe").isEqualTo(100_000_000_000L);
    assertThat(probed(12.9)).isEqualTo(100);
    assertThat(probed(13.1)).as("it was of before").isEqualTo(100);
    flow.congested(0);
    assertThat(probed(13.1)).isCloseTo(48.5, within(0.01));
    double before = probed(10);
    flow.refused(0, feedback);
    assertThat(probed(10)).isCloseTo(before / 2, within(0.01));
  }

  @Test
  void shouldRiseInStepsLargerWhileNothingIsCongestedAndByNoMoreThanAFactor() {
    probed(40);
    double line = 100;
    double before = flow.rateBps(0) * 1e-9;
    assertThat(probed(10) - before).as("AI").isCloseTo(line * 96 / (1 << 20), within(TINY));
    for (int i = 0; i < 20; i++) {
      probed(10); // the last of these begins 200 us after the congestion
    }
    before = flow.rateBps(0) * 1e-9;
    assertThat(probed(10) - before).as("HAI").isCloseTo(line * 1700 / (1 << 20), within(TINY));
    for (int i = 0; i < 12; i++) {
      probed(1_000, 0); // by half each time
    }
    for (int i = 0; i < 20; i++) {
      probed(10);
    }
    before = flow.rateBps(0) * 1e-9;
    assertThat(before).isLessThan(1);
    assertThat(probed(10) / before)
        .as("MAX INC")
        .isCloseTo(1.06, within(TINY)); // 69468/65536, rounded
  }

  @Test
  void shouldHaveOneProbeUnderWayAndGiveItUpLaterEachTime() {
    assertThat(flow.probe(0)).isTrue();
    assertThat(flow.probe(300 * US)).isFalse();
    assertThat(flow.probe(301 * US)).isTrue();
    assertThat(flow.probe(901 * US)).isFalse();
    assertThat(flow.probe(902 * US)).isTrue();
    flow.probed(910 * US, 609 * US); // one given up: a long way, by half
    assertThat(flow.rateBps(0)).isEqualTo(25_000_000_000L);
    assertThat(flow.probe(910 * US)).as("the next is still under way").isFalse();
    flow.probed(912 * US, 10 * US);
    assertThat(flow.probe(912 * US)).isTrue();
    assertThat(flow.probe(1_213 * US)).as("patience is new").isTrue();
  }

  /**
   * An article: it reacts faster than the preset of DCQCN. A second flow comes at line rate: half a
   * millisecond later both have their share and the queue is gone. One of two ends: 4 ms later the
   * other has the line, where DCQCN takes over 20 ms for half of what became free.
   */
  @Test
  void shouldReactFasterThanDcqcn() {
    OneLink ours = two(false, 5_000);
    ours.run(5_000, 5_500);
    OneLink dcqcn = two(true, 5_000);
    dcqcn.run(5_000, 5_500);
    assertThat(ours.totalGbps()).isGreaterThan(85).isGreaterThan(1.3 * dcqcn.totalGbps());
    assertThat(ours.fairness()).isGreaterThan(0.98);
    ours = two(false, 5_000);
    ours.run(5_500, 6_000);
    dcqcn = two(true, 5_000);
    dcqcn.run(5_500, 6_000);
    assertThat(ours.mostQueue).isLessThan(dcqcn.mostQueue / 4);

    ours = two(false, 0);
    ours.flows.getLast().backlog = 120_000_000; // about 20 ms
    ours.run(24_000, 26_000);
    assertThat(ours.totalGbps()).isGreaterThan(95);
    dcqcn = two(true, 0);
    dcqcn.flows.getLast().backlog = 120_000_000;
    dcqcn.run(40_000, 45_000);
    assertThat(dcqcn.totalGbps()).isLessThan(75);
  }

  /** Two flows, the second later, through marks and CNPs as by default. */
  private static OneLink two(boolean dcqcn, double secondUs) {
    DcqcnParameters vendor =
        new DcqcnParameters(
            5.0 / 1024,
            1,
            US,
            4 * US,
            300 * US,
            0,
            1,
            20_000_000,
            200_000_000,
            1_000_000,
            false,
            true,
            0.5,
            1,
            0);
    OneLink link = new OneLink(100, 10, 4096);
    link.markFrom = 100_000;
    link.markTo = 400_000;
    link.markMost = 0.2;
    link.cnpEveryPs = 4 * US;
    for (double at : new double[] {0, secondUs}) {
      link.start(
          at,
          dcqcn
              ? new DcqcnVendor(vendor, link.path.lineBps())
              : new ZtrRtt(ZtrRtt.Settings.defaults(), link.path));
    }
    return link;
  }

  /** Flows that start one after another get equal shares, and the queue that all aim at. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldShareALinkEquallyAtTheTargetRtt(int flows) {
    OneLink link = new OneLink(100, 10, 4096);
    for (int i = 0; i < flows; i++) {
      link.start(300.0 * i, new ZtrRtt(ZtrRtt.Settings.defaults(), link.path));
    }
    link.run(60_000, 80_000);
    assertThat(link.totalGbps()).isGreaterThan(94);
    assertThat(link.fairness()).isGreaterThan(0.98);
    double most = 13 * (1 + 0.1 * Math.sqrt(flows)) - 10;
    assertThat(link.meanQueueBytes() * 8e-5).as("us of queue").isBetween(0.1 * most, 1.1 * most);
  }
}
