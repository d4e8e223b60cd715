package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that take slowly what comes in mid-run, or stand still. */
final class HostFailureTest {
  private static final long US = Lab.US;

  /** Two hosts at a switch, and 4 MB from one to the other: 0.33 ms at 100 Gb/s. */
  private static Lab pair(String transport) {
    return Lab.star(2, "100Gbps", "500ns")
        .set(Presets.named(transport).map(Presets.Preset::settings).orElse(Settings.DEFAULTS))
        .set(RunKnobs.STOP, "2s")
        .flow(0, 1, 4_000_000, 0);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"rocev2", "irn", "infiniband", "uec", "cbfc", "srd", "falcon", "tcp", "iwarp"})
  void shouldOutlastAStandstillOfEitherEnd(String transport) {
    long alone = pair(transport).run().flow(0).completedPs();
    for (int host = 0; host < 2; host++) {
      Lab.Outcome outcome = pair(transport).standstill(host, 100 * US, 400 * US).run();
      FlowResult flow = outcome.flow(0);
      assertThat(outcome.run().imbalances()).isEmpty();
      assertThat(flow.finished()).as("%s, host %d: %s", transport, host, flow.failure()).isTrue();
      assertThat(flow.completedPs()).isGreaterThan(Math.max(alone, 400 * US));
      assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(4_000_000);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"rocev2", "infiniband", "uec", "srd", "falcon", "tcp", "iwarp"})
  void shouldSayWhoStandsStillForGood(String transport) {
    Lab.Outcome outcome = pair(transport).set(RunKnobs.STOP, "5s").standstill(1, 100 * US, 0).run();
    assertThat(outcome.run().imbalances()).isEmpty();
    assertThat(outcome.flow(0).finished()).isFalse();
    assertThat(outcome.flow(0).deliveredBytes()).isBetween(100_000L, 2_000_000L);
    assertThat(outcome.flow(0).failure()).contains("host-1 has been stalled since 100us");
  }

  /** Who stands still sends nothing, and takes what came meanwhile as soon as it goes on. */
  @Test
  void shouldKeepWhatComesMeanwhile() {
    Lab.Outcome outcome = pair("uec").standstill(1, 100 * US, 110 * US).run();
    assertThat(outcome.drops()).isZero();
    assertThat(outcome.run().counts().retransmissions()).isZero();
    assertThat(outcome.flow(0).completedPs() - pair("uec").run().flow(0).completedPs())
        .isBetween(5 * US, 11 * US);
  }

  /** A full buffer pauses the switch where a class is lossless, and drops where none is. */
  @Test
  void shouldPauseTheSwitchOrDropWhatFindsNoRoom() {
    Lab.Outcome lossless =
        pair("rocev2")
            .set(HostKnobs.RECEIVE_BUFFER, "200KB")
            .standstill(1, 100 * US, 400 * US)
            .run();
    assertThat(lossless.drops()).isZero();
    assertThat(lossless.run().counts().pauses()).isPositive();
    Lab.Outcome lossy =
        pair("irn").set(HostKnobs.RECEIVE_BUFFER, "20KB").standstill(1, 100 * US, 400 * US).run();
    assertThat(lossy.run().counts().drops()).containsKey(DropCause.HOST_BUFFER);
    assertThat(lossy.flow(0).finished()).isTrue();
  }

  /** Half of the time at a tenth of the rate. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"rocev2", "infiniband", "cbfc"})
  void shouldTakeNoMoreThanTheDrainMeanwhile(String transport) {
    long alone = pair(transport).run().flow(0).completedPs();
    Lab.Outcome slow =
        pair(transport)
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(HostKnobs.RECEIVE_BUFFER, "100KB")
            .slow(1, "10Gbps", 100 * US, 1100 * US)
            .run();
    assertThat(slow.run().imbalances()).isEmpty();
    assertThat(slow.drops()).isZero();
    // In 1 ms it takes what it takes in 0.1 ms otherwise; its buffer takes the rest of the edges.
    assertThat((slow.flow(0).completedPs() - alone) / (double) US).isCloseTo(900, within(60.0));
  }

  @Test
  void shouldTakeAtTheRateThatHostsAreSetTo() {
    Lab always =
        pair("rocev2").set(HostKnobs.DRAIN, "40Gbps").set(HostKnobs.RECEIVE_BUFFER, "100KB");
    Lab.Outcome faster =
        pair("rocev2")
            .set(HostKnobs.DRAIN, "40Gbps")
            .set(HostKnobs.RECEIVE_BUFFER, "100KB")
            .slow(1, "100Gbps", 1, 0)
            .run();
    assertThat(faster.flow(0).completedPs()).isEqualTo(pair("rocev2").run().flow(0).completedPs());
    assertThat(always.run().flow(0).completedPs()).isGreaterThan(2 * faster.flow(0).completedPs());
  }
}
