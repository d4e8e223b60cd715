package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A switch that takes shorter packets than hosts send. Of a path MTU of 4,096 B the longest IP
 * packet has 4,156 B: 20 of IP, 8 of UDP, 12 of BTH, 16 of RETH and 4 of ICRC around the payload
 * (IBTA, annex A17); NVIDIA's advice for it is an MTU of 4,200.
 */
final class SwitchMtuTest {
  private static Lab pair(String mtu) {
    return Lab.star(2, "100Gbps", "1us")
        .set(SwitchKnobs.SWITCH_MTU, mtu)
        .set(TransportKnobs.ACK_TIMEOUT, "4")
        .set(RunKnobs.STOP, "1s");
  }

  @ParameterizedTest(name = "{0}: {1} lost")
  @CsvSource({"4156B, false", "4155B, true", "4200B, false", "1500B, true"})
  void shouldTakeWhatIsNoLongerThanItsMtu(String mtu, boolean lost) {
    Lab.Outcome outcome = pair(mtu).flow(0, 1, 1_000_000, 0).run();
    assertThat(outcome.flow(0).finished()).isEqualTo(!lost);
    if (lost) {
      assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
      assertThat(outcome.dropsByCause()).containsOnlyKeys(DropCause.OVERSIZE);
      assertThat(outcome.flow(0).retransmissions()).isPositive();
    } else {
      assertThat(outcome.drops()).isZero();
    }
  }

  /** What makes it hard to find: small messages and pings go through. */
  @Test
  void shouldLetSmallMessagesThrough() {
    Lab.Outcome outcome =
        pair("1500B").flow(0, 1, 1_000, 0).flow(1, 0, 1_440, 0).flow(0, 1, 8_000, 0).run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.flow(1).finished()).isTrue();
    assertThat(outcome.flow(2).finished()).isFalse();
  }

  /** The path MTU is what RDMA sends by, whatever the interfaces could. */
  @Test
  void shouldBeNoMatterToASmallerPathMtu() {
    Lab.Outcome outcome =
        pair("1500B").set(TransportKnobs.MTU, "1024").flow(0, 1, 1_000_000, 0).run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.drops()).isZero();
  }
}
