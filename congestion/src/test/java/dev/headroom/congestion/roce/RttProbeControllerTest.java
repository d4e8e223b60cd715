package dev.headroom.congestion.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DOCA's RTT template: f = 0.1, ai = 0.05, Tbase 13 us, Tmax 150 us. */
final class RttProbeControllerTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(100_000_000_000L, 10 * US, 4096);

  private final RttProbeController flow =
      new RttProbeController(RttProbeController.Settings.defaults(), PATH);
  private final Feedback feedback = new Feedback(0);
  private long nowUs;

  private double probed(long rttUs) {
    assertThat(flow.probe(nowUs * US)).isTrue();
    nowUs += rttUs;
    flow.probed(nowUs * US, rttUs * US);
    return flow.rateBps(0) * 1e-9;
  }

  @Test
  void shouldCutByATenthOverTheBaseRttAndAddATwentiethUnderIt() {
    assertThat(flow.rateBps(0)).isEqualTo(100_000_000_000L);
    assertThat(probed(14)).isCloseTo(90, within(1e-6));
    assertThat(probed(149)).isCloseTo(81, within(1e-6));
    assertThat(probed(13)).isCloseTo(86, within(1e-6));
    for (int i = 0; i < 4; i++) {
      probed(10);
    }
    assertThat(flow.rateBps(0)).as("no more than the line").isEqualTo(100_000_000_000L);
  }

  @Test
  void shouldCutTwiceAsMuchForACnpOrAVeryLongRtt() {
    flow.congested(0);
    assertThat(flow.rateBps(0)).as("only with the next probe").isEqualTo(100_000_000_000L);
    assertThat(probed(10)).isCloseTo(80, within(1e-6));
    assertThat(probed(150)).isCloseTo(64, within(1e-6));
    assertThat(probed(10)).isCloseTo(69, within(1e-6));
  }

  @Test
  void shouldHalveForANackOnceTheRttIsVeryLong() {
    flow.refused(0, feedback);
    assertThat(probed(14)).isCloseTo(90, within(1e-6));
    assertThat(probed(150)).isCloseTo(45, within(1e-6));
    assertThat(probed(150)).as("once").isCloseTo(36, within(1e-6));
  }

  @Test
  void shouldNotFallUnderItsLeastRate() {
    for (int i = 0; i < 100; i++) {
      probed(200);
    }
    assertThat(flow.rateBps(0)).isEqualTo(100_000_000_000L / (1 << 14));
  }

  @Test
  void shouldHaveOneProbeUnderWayAndGiveItUpLaterEachTime() {
    assertThat(flow.probe(0)).isTrue();
    assertThat(flow.probe(300 * US)).isFalse();
    assertThat(flow.probe(301 * US)).isTrue();
    assertThat(flow.probe(901 * US)).isFalse();
    assertThat(flow.probe(902 * US)).isTrue();
    flow.probed(910 * US, 10 * US);
    flow.probed(911 * US, 500 * US); // the one given up
    assertThat(flow.rateBps(0)).isEqualTo(100_000_000_000L);
    assertThat(flow.probe(911 * US)).isTrue();
    assertThat(flow.probe(1_212 * US)).as("patience is new").isTrue();
  }

  /**
   * A tenth less or a twentieth more an RTT leaves equal shares. From the line's rate it would need
   * a network that stops senders: until the cuts tell, nothing bounds what is in flight.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldShareALinkEquallyWithAQueueThatComesAndGoes(int flows) {
    OneLink link = new OneLink(100, 10, 4096);
    RttProbeController.Settings settings =
        new RttProbeController.Settings(
            0.1, 0.05, 13 * US, 150 * US, 1.0 / flows, 1.0 / (1 << 14), 300 * US);
    for (int i = 0; i < flows; i++) {
      link.start(0.3 * i, new RttProbeController(settings, link.path));
    }
    link.run(5_000, 15_000);
    assertThat(link.totalGbps()).isGreaterThan(95);
    assertThat(link.fairness()).isGreaterThan(0.99);
    assertThat(link.leastQueue).isZero();
  }
}
