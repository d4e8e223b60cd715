package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The formulas by hand, and what the article claims of it beside DCQCN. Rates in Gb/s. */
final class HpDcqcnTest {
  private static final ResultTable SAWTEETH =
      ResultTable.of(
          "hp-dcqcn",
          HpDcqcnTest.class,
          "flows on one link of 40 Gb/s",
          "HP-DCQCN: sawtooth",
          "DCQCN: sawtooth",
          "HP-DCQCN: utilization");

  private static final double G = 1.0 / 256;
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(40_000_000_000L, 10 * US, 1_000);
  private static final int FULL = 275_000; // what 55 us at 40 Gb/s send

  private final HpDcqcn flow = new HpDcqcn(HpDcqcn.Settings.defaults(), PATH);

  private double rateAt(double us) {
    return flow.rateBps((long) (us * US)) * 1e-9;
  }

  @Test
  void shouldStayAtLineRateWithoutCnps() {
    for (long i = 0; i < 10; i++) {
      flow.sent(i * 55 * US, FULL);
    }
    assertThat(rateAt(550)).isEqualTo(40);
    assertThat(flow.meteredBps() * 1e-9).isCloseTo(40, within(1e-9));
  }

  @Test
  void shouldMeterWhatIsReallySent() {
    flow.sent(0, FULL);
    rateAt(55);
    assertThat(flow.meteredBps() * 1e-9).isCloseTo(40, within(1e-9));
    flow.sent(60 * US, FULL / 2);
    rateAt(110);
    assertThat(flow.meteredBps() * 1e-9).isCloseTo(20, within(1e-9));
  }

  @Test
  void shouldCutOnceAPeriodAndThenComeBackToWhatTheNetworkCarried() {
    flow.sent(0, FULL);
    rateAt(55);
    flow.congested(60 * US); // alpha = 1: target 20
    assertThat(flow.targetBps() * 1e-9).isCloseTo(20, within(1e-9));
    assertThat(rateAt(60)).isCloseTo(40 - (40 - 20) / 2.0, within(1e-8));
    flow.congested(64 * US); // the meter has shown nothing new
    assertThat(rateAt(64)).isCloseTo(30, within(1e-8));
    flow.sent(65 * US, FULL * 3 / 4); // the meter shows 30
    assertThat(rateAt(110)).isCloseTo(30, within(1e-8));
    flow.congested(115 * US); // still the same queue: target 15
    assertThat(rateAt(115)).isCloseTo(30 - (30 - 15) / 2.0, within(0.05));
    flow.sent(120 * US, FULL / 2); // 20
    rateAt(165);
    assertThat(flow.alpha()).isCloseTo(1, within(1e-12));
    // A period without a CNP: alpha decays, the target is the mean of 30 and 20; the meter shows 21
    double before = rateAt(165);
    flow.sent(166 * US, FULL * 21 / 40);
    assertThat(rateAt(220)).isCloseTo(before + (25 - 21) / 2.0, within(0.01));
    assertThat(flow.targetBps() * 1e-9).isCloseTo(25, within(1e-9));
    assertThat(flow.alpha()).isCloseTo(1 - G, within(1e-12));
    flow.sent(221 * US, FULL * 24 / 40);
    rateAt(275);
    assertThat(flow.targetBps() * 1e-9).as("additive from there").isCloseTo(25.05, within(1e-9));
  }

  /** PFC lets through a quarter of what a flow may send: that is what it may send from there. */
  @Test
  void shouldTakeWhatTheNetworkLetsThroughForItsRate() {
    flow.sent(0, FULL / 4);
    flow.congested(50 * US); // before the meter's first period is over: there is the line's rate
    assertThat(rateAt(50)).isCloseTo(30, within(1e-8));
    assertThat(rateAt(55)).isCloseTo(10, within(1e-8));
    flow.sent(56 * US, FULL / 4);
    assertThat(rateAt(110)).as("back to what was carried").isCloseTo(10, within(1e-8));
    assertThat(flow.targetBps() * 1e-9).isCloseTo(10, within(1e-8));
  }

  @Test
  void shouldNotWindUpWhileNothingIsSent() {
    flow.sent(0, FULL);
    flow.congested(60 * US);
    double before = flow.targetBps() * 1e-9;
    rateAt(165); // the period of the CNP, and another in which nothing was sent
    for (int i = 0; i < 20; i++) {
      rateAt(220 + 55 * i);
    }
    assertThat(rateAt(2_000)).isCloseTo(flow.targetBps() * 1e-9, within(1e-8));
    assertThat(flow.targetBps() * 1e-9).isLessThan(before + 0.05 * 37);
  }

  @Test
  void shouldNotDependOnHowOftenItIsAsked() {
    HpDcqcn asked = new HpDcqcn(HpDcqcn.Settings.defaults(), PATH);
    for (HpDcqcn each : new HpDcqcn[] {flow, asked}) {
      each.sent(0, FULL);
      each.congested(60 * US);
    }
    for (long at = 60 * US; at < 5_000 * US; at += 777_777) {
      asked.rateBps(at);
    }
    assertThat(asked.rateBps(5_000 * US)).isEqualTo(flow.rateBps(5_000 * US));
  }

  private static OneLink run(int flows, boolean highPrecision) {
    OneLink link = new OneLink(40, 10, 1000);
    link.markFrom = 5_000;
    link.markTo = 200_000;
    link.markMost = 0.01;
    DcqcnParameters dcqcn =
        new DcqcnParameters(
            G,
            1,
            55 * US,
            50 * US,
            55 * US,
            10_000_000,
            5,
            40_000_000,
            200_000_000,
            1_000_000,
            false,
            false,
            0,
            1,
            0);
    for (int i = 0; i < flows; i++) {
      link.start(
          0.3 * i,
          highPrecision
              ? new HpDcqcn(HpDcqcn.Settings.defaults(), link.path)
              : new DcqcnPaper(dcqcn, 40_000_000_000L));
    }
    link.run(100_000, 200_000);
    return link;
  }

  /** The article: over 95 % utilisation, and no sawtooth. It is less than DCQCN's, not gone. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldKeepTheLinkBusyAndSharesEqualWithLessOfASawtoothThanDcqcn(int flows) {
    OneLink link = run(flows, true);
    OneLink dcqcn = run(flows, false);
    assertThat(link.totalGbps() / 40).isGreaterThan(0.95);
    assertThat(link.fairness()).isGreaterThan(0.99);
    assertThat(link.sawtooth(0)).isLessThan(0.75 * dcqcn.sawtooth(0));
    SAWTEETH.row(
        "" + flows,
        Cells.share(link.sawtooth(0), 1),
        Cells.share(dcqcn.sawtooth(0), 1),
        Cells.share(link.totalGbps() / 40, 1));
  }
}
