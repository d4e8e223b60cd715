package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.roce.HpccPint;
import dev.headroom.congestion.roce.HpccSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PINT's code, the switch's average, and HPCC on both. */
final class PintTest {
  private static final long US = 1_000_000L;

  @ParameterizedTest
  @ValueSource(doubles = {0.002, 0.1, 0.5, 0.95, 1, 1.7, 30})
  void shouldDecodeOnAverageToWhatWasEncoded(double load) {
    Pint pint = new Pint(1.05);
    double sum = 0;
    int draws = 10_000;
    for (int i = 0; i < draws; i++) {
      sum += pint.decode(pint.encode(load, (i + 0.5) / draws));
    }
    double encoded = Math.max(1, Math.ceil(load * 512)) / 512; // whole 512ths, rounded up
    assertThat(sum / draws).isCloseTo(encoded, within(encoded * 1e-5));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.7, 1, 5})
  void shouldBeOffByNoMoreThanTheBase(double load) {
    Pint pint = new Pint(1.05);
    double encoded = Math.ceil(load * 512) / 512;
    for (double draw : new double[] {0, 0.3, 0.7, 0.999}) {
      assertThat(pint.decode(pint.encode(load, draw))).isBetween(encoded / 1.05, encoded * 1.05);
    }
  }

  @Test
  void shouldFitAByteAtBase105() {
    // log(512)/log(1.05) = 127.86: full load is half of the codes; 255 stands for a load of 495.
    Pint pint = new Pint(1.05);
    assertThat(pint.encode(1, 0.999)).isEqualTo(127);
    assertThat(pint.encode(1, 0)).isEqualTo(128);
    assertThat(pint.decode(255)).isCloseTo(495, within(1.0));
    assertThat(pint.encode(0, 0.5)).isZero();
  }

  /** U = (1 - w) U + w queue/BDP + b/BDP with w = b/BDP rests at queue/BDP + 1. */
  @Test
  void shouldRestAtTheLoadOfASteadyLink() {
    PintLink link = new PintLink(100_000_000_000L, 13 * US); // a packet of 1,000 bytes takes 80 ns
    double load = 0;
    for (long i = 1; i < 5_000; i++) {
      load = link.departs(i * 80_000, 81_250, 1_000);
    }
    assertThat(load).isCloseTo(1.5, within(1e-9));
    for (long i = 5_000; i < 5_000 + 5_000; i++) { // every other time slot, no queue
      load = link.departs(5_000 * 80_000L + (i - 5_000) * 160_000, 0, 1_000);
    }
    assertThat(load).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void shouldReactToADecodedLoadAsHpccDoes() {
    Path path = new Path(100_000_000_000L, 13 * US, 1000);
    Pint pint = new Pint(1.05);
    HpccPint flow =
        new HpccPint(
            SettingsOf.hpcc(
                path, "congestion.hpcc.rateAi", "49230769bps", "congestion.minRate", "100Mbps"),
            pint,
            path);
    Feedback feedback = new Feedback(0);
    feedback.sentUpTo = 1_000;
    feedback.pint = 140;
    flow.acknowledged(0, feedback);
    assertThat(flow.windowBytes()).as("the first is only remembered").isEqualTo(162_500);
    feedback.pint = (int) Feedback.NONE;
    flow.acknowledged(0, feedback);
    assertThat(flow.windowBytes()).isEqualTo(162_500);
    feedback.pint = 140;
    feedback.ackedUpTo = 2_000;
    flow.acknowledged(0, feedback);
    double load = Math.pow(1.05, 140) / 512; // 1.81
    assertThat((double) flow.windowBytes()).isCloseTo(162_500 * 0.95 / load + 80, within(1.0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16})
  void shouldKeepALinkNearEtaWithAlmostNoQueue(int flows) {
    OneLink link = new OneLink(100, 13, 1000);
    for (int i = 0; i < flows; i++) {
      HpccSettings settings = HpccSettings.defaults(link.path);
      link.start(0.3 * i, new HpccPint(settings, new Pint(1.01), link.path));
    }
    link.run(2_000, 5_000);
    assertThat(link.totalGbps()).isBetween(93.5, 96.5);
    assertThat(link.meanQueueBytes()).isLessThan(2_500);
    assertThat(link.fairness()).isGreaterThan(0.95);
  }
}
