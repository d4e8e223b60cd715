package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links that stay up and get worse, and hosts that silence their switch. */
final class DegradedLinkTest {
  private static final long FRAME_BITS = 8 * 4178;

  /** Host 0 to host 1 through one switch at 100 Gb/s; link 1 leads to host 1. */
  private static Lab lab() {
    return Lab.chain(List.of("100Gbps", "100Gbps"), "1us")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(SwitchKnobs.SWITCH_BUFFER, "1MiB")
        .set(RunKnobs.STOP, "1ms");
  }

  private static double gbps(Lab.Outcome outcome, int node, double us) {
    return outcome.port(node, 0).bytes()[3] * 8 / us / 1e3;
  }

  @Test
  void shouldCarryTheShareThatIsLeftOfALinksRate() {
    Lab.Outcome whole = lab().flow(0, 1, 1L << 40, 0).run();
    Lab.Outcome quarter = lab().flow(0, 1, 1L << 40, 0).worse(1, Lab.US, 0, 0.25, 0).run();
    assertThat(gbps(whole, 0, 1000)).isCloseTo(99.5, within(0.5));
    assertThat(gbps(quarter, 0, 1000)).isCloseTo(25, within(3.0)); // and what the buffer took
    assertThat(quarter.drops()).isZero();
  }

  @Test
  void shouldTakeExactlyAsLongAsTheSlowerRateSays() {
    long alone = lab().flow(0, 1, 409_600, 0).run().flow(0).fctPs();
    Lab.Outcome slowed = lab().flow(0, 1, 409_600, 0).worse(0, 1, 0, 0.5, 0).run();
    // A hundred frames of 4,178 or so at 50 instead of 100 Gb/s; the second hop is no bottleneck.
    double more = (100 * (FRAME_BITS + 160)) / 100e9 * 1e12;
    assertThat(slowed.flow(0).fctPs() - alone).isCloseTo((long) more, within(1_500_000L));
  }

  @Test
  void shouldRunAtFullRateAgainWhenTheLinkIsMended() {
    Lab.Outcome outcome =
        lab().flow(0, 1, 1L << 40, 0).worse(1, 200 * Lab.US, 600 * Lab.US, 0.1, 0).run();
    double sent = outcome.port(2, 1).bytes()[3] * 8 / 1e3;
    assertThat(sent / 1000).isCloseTo(0.6 * 99.5 + 0.4 * 9.95, within(1.0));
  }

  @Test
  void shouldLoseFramesAsTheirBitsAreWrong() {
    double errors = 1e-6;
    Lab.Outcome outcome =
        lab()
            .set(TransportKnobs.RECOVERY, "selective-repeat")
            .set(TransportKnobs.BDP_CAP, "false")
            .flow(0, 1, 100_000_000, 0)
            .set(TransportKnobs.RETRANSMIT_TIMEOUT, "1ms")
            .set(RunKnobs.STOP, "100ms")
            .worse(0, 1, 0, 1, errors)
            .run();
    long sent = outcome.run().counts().dataPackets();
    long data = outcome.dropsByCause().getOrDefault(DropCause.BIT_ERROR, 0L);
    double expected = sent * -StrictMath.expm1(8 * 4158 * StrictMath.log1p(-errors));
    assertThat(outcome.flow(0).finished()).isTrue();
    // ACKs of 66 B come back over the same cable: 0.05 % of them.
    assertThat((double) data).isCloseTo(expected, within(4 * Math.sqrt(expected) + 20));
  }

  @Test
  void shouldSilenceTheSwitchWhileAHostStorms() {
    Lab.Outcome outcome = lab().flow(0, 1, 1L << 40, 0).storm(1, 200 * Lab.US, 700 * Lab.US).run();
    double sent = outcome.port(2, 1).bytes()[3] * 8 / 1e3;
    assertThat(sent / 1000).isCloseTo(0.5 * 99.5, within(1.0));
    assertThat(outcome.port(2, 1).pausedPs()[3]).isCloseTo(500 * Lab.US, within(2 * Lab.US));
    assertThat(outcome.port(0, 0).pausedPs()[3])
        .as("the pause goes back to the sender")
        .isPositive();
    assertThat(outcome.drops()).isZero();
  }

  /**
   * A pause holds for 336 us, 65,535 quanta at 100 Gb/s, and is said again after half of that,
   * whatever the link's rate was when the class was last paused.
   */
  @Test
  void shouldGoOnPausingAfterASlowLinkIsMended() {
    Lab.Outcome outcome =
        lab()
            .flow(0, 1, 1L << 40, 0)
            .worse(1, Lab.US, 200 * Lab.US, 0.01, 0)
            .storm(1, 100 * Lab.US, 150 * Lab.US)
            .storm(1, 300 * Lab.US, 900 * Lab.US)
            .run();
    assertThat(outcome.port(2, 1).pausedPs()[3]).isCloseTo(650 * Lab.US, within(2 * Lab.US));
  }

  @Test
  void shouldKeepWhatIsQueuedWhereTheScenarioSaysSo() {
    Lab.Outcome flushed = flap("flush");
    Lab.Outcome kept = flap("wait");
    long whatTheWireHolds = (long) (1e-6 * 100e9 / FRAME_BITS) + 1; // and as many ACKs
    assertThat(kept.dropsByCause().getOrDefault(DropCause.LINK_DOWN, 0L))
        .isLessThanOrEqualTo(2 * whatTheWireHolds);
    assertThat(flushed.drops()).as("a millisecond of them").isGreaterThan(100);
    assertThat(kept.flow(0).finished()).isTrue();
  }

  private static Lab.Outcome flap(String queued) {
    return lab()
        .set(FailureKnobs.QUEUED, queued)
        .set(TransportKnobs.RECOVERY, "selective-repeat")
        .set(TransportKnobs.RETRANSMIT_TIMEOUT, "1ms")
        .set(TransportKnobs.REORDER_WINDOW, "65536")
        .set(TransportKnobs.BDP_CAP, "false")
        .set(RunKnobs.STOP, "20ms")
        .set(FailureKnobs.DETECTION, "1ms")
        .flow(0, 1, 5_000_000, 0)
        .linkDown(1, 100 * Lab.US)
        .linkUp(1, 200 * Lab.US)
        .run();
  }
}
