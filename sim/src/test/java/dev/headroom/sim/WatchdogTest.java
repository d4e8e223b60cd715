package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.WatchdogKnobs;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult.Outcome;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The PFC watchdog of switches, on storms and on a ring that locks up. */
final class WatchdogTest {
  private static final long US = Lab.US;

  /** Hosts 0 and 2 send to hosts 1 and 3 through one switch; host 1 storms from 100 to 600 us. */
  private static Lab stormed(String action) {
    return Lab.star(4, "100Gbps", "500ns")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(TransportKnobs.ACK_TIMEOUT, "8")
        .set(SwitchKnobs.SWITCH_BUFFER, "2MiB")
        .set(RunKnobs.STOP, "20ms")
        .set(WatchdogKnobs.ACTION, action)
        .set(WatchdogKnobs.DETECTION, "50us")
        .set(WatchdogKnobs.RESTORATION, "100us")
        .set(WatchdogKnobs.POLL, "25us")
        .flow(0, 1, 10_000_000, 0)
        .flow(0, 3, 10_000_000, 0)
        .storm(1, 100 * US, 600 * US);
  }

  @Test
  void shouldActAfterTheDetectionTimeAndLetGoAfterTheRestorationTime() {
    List<WatchdogEvent> actions = stormed("drop").run().run().disruptions().watchdog();
    assertThat(actions).hasSize(1);
    WatchdogEvent action = actions.getFirst();
    assertThat(action.by()).as("the host that storms").isEqualTo(1);
    assertThat(action.stuckPs()).isBetween(100 * US, 103 * US);
    // First seen at 125 us, again at 150, and for 50 us at 175.
    assertThat(action.detectedPs()).isEqualTo(175 * US);
    // The last XOFF is said before 600 us; XON follows, and 100 us of silence end at a poll.
    assertThat(action.restoredPs()).isBetween(700 * US, 750 * US);
  }

  @Test
  void shouldFreeTheVictimsOfAStorm() {
    Lab.Outcome without = stormed("off").run();
    Lab.Outcome with = stormed("drop").run();
    // The other flow of host 0 stands behind the storm, through the pause that the switch passes
    // on.
    assertThat(without.flow(1).completedPs()).isGreaterThan(1_500 * US);
    assertThat(with.flow(1).completedPs()).isLessThan(without.flow(1).completedPs() - 200 * US);
    assertThat(with.dropsByCause()).containsKey(DropCause.WATCHDOG);
    assertThat(without.drops()).isZero();
    assertThat(with.flow(0).finished()).as("by its timeout").isTrue();
  }

  @Test
  void shouldSendIntoTheStormWhereToldTo() {
    Lab.Outcome outcome = stormed("forward").run();
    assertThat(outcome.drops()).as("the host takes what comes").isZero();
    assertThat(outcome.flow(0).completedPs())
        .isLessThan(stormed("off").run().flow(0).completedPs());
  }

  /** Each host sends two switches on, with nothing to hold rates back. */
  private static Lab ring(String action) {
    Lab lab =
        Lab.shape("ring", "fabric.links.rate=100Gbps", "fabric.links.delay=500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.ACK_TIMEOUT, "10")
            .set(SwitchKnobs.SWITCH_BUFFER, "2MiB")
            .set(RunKnobs.STOP, "200ms")
            .set(WatchdogKnobs.ACTION, action)
            .set(WatchdogKnobs.DETECTION, "1ms");
    for (int i = 0; i < 5; i++) {
      lab.flow(i, (i + 2) % 5, 5_000_000, 0);
    }
    return lab;
  }

  @Test
  void shouldBreakTheDeadlockOfARing() {
    Lab.Outcome locked = ring("off").run();
    assertThat(locked.run().outcome()).isEqualTo(Outcome.UNFINISHED);
    assertThat(locked.run().deadlock().exists()).isTrue();
    Lab.Outcome freed = ring("drop").run();
    assertThat(freed.run().disruptions().watchdog()).isNotEmpty();
    assertThat(freed.run().deadlock().exists()).isFalse();
    assertThat(freed.flows()).extracting(FlowResult::failure).containsOnly("");
    assertThat(freed.run().outcome()).isEqualTo(Outcome.FINISHED);
    assertThat(freed.dropsByCause()).containsOnlyKeys(DropCause.WATCHDOG);
  }

  @Test
  void shouldDoTheSameOnAnyNumberOfPartitions() {
    String once = ring("drop").run(new RunOptions(1, 1, false)).run().digest();
    assertThat(ring("drop").run(new RunOptions(2, 5, false)).run().digest()).isEqualTo(once);
    String forward = ring("forward").run(new RunOptions(1, 1, false)).run().digest();
    assertThat(ring("forward").run(new RunOptions(2, 3, false)).run().digest()).isEqualTo(forward);
  }
}
