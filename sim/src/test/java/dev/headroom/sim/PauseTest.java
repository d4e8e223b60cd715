package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.Deadlock;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PauseEvent;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Priority flow control, link failures and the ends of runs, seen from outside. */
final class PauseTest {
  private static final RunOptions WITH_EVENTS = new RunOptions(1, true);

  private static Lab incast(int senders) {
    Lab lab =
        Lab.star(senders + 1, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(SwitchKnobs.SWITCH_BUFFER, "4MiB");
    return lab.incast(senders, 5_000_000);
  }

  @Test
  void shouldResumeWhomeverItPausedAndDropNothing() {
    Lab.Outcome outcome = incast(8).run(WITH_EVENTS);
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    assertThat(outcome.drops()).isZero();
    assertThat(outcome.run().counts().retransmissions()).isZero();
    assertThat(outcome.run().counts().pauses()).isGreaterThan(8);
    Map<Integer, Boolean> paused = new HashMap<>();
    for (PauseEvent event : outcome.run().pauseEvents()) {
      assertThat(event.priority()).isEqualTo(3);
      Boolean before = paused.put(event.node(), event.xoff());
      assertThat(event.xoff() || Boolean.TRUE.equals(before))
          .as("XON only after XOFF, at %d", event.atPs())
          .isTrue();
    }
    assertThat(paused.values()).as("the last word is XON").containsOnly(false);
    long spans = outcome.run().pauseSpans().size();
    assertThat(spans).isEqualTo(outcome.run().counts().pauses());
    assertThat(outcome.run().counts().pauseLengths().count()).isEqualTo(spans);
    long longest =
        outcome.run().pauseSpans().stream().mapToLong(s -> s.toPs() - s.fromPs()).max().orElse(0);
    assertThat(outcome.run().counts().pauseLengths().longestPs()).isEqualTo(longest);
    long sum = outcome.run().pauseSpans().stream().mapToLong(s -> s.toPs() - s.fromPs()).sum();
    assertThat(sum).isEqualTo(outcome.run().counts().pausedPs());
  }

  /** Two leaves do the same at the same picosecond, in one partition or in one each. */
  @Test
  void shouldTellOfPausesInTheSameOrderHoweverSplit() {
    List<PauseEvent> one = twins().run(new RunOptions(1, 1, true)).run().pauseEvents();
    assertThat(one.stream().map(PauseEvent::atPs).distinct().count()).isLessThan(one.size());
    assertThat(twins().run(new RunOptions(2, 4, true)).run().pauseEvents()).isEqualTo(one);
    assertThat(twins().run(new RunOptions(1, 6, true)).run().pauseEvents()).isEqualTo(one);
  }

  private static Lab twins() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=2", "fabric.spines=1", "fabric.hostsPerLeaf=4")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(SwitchKnobs.SWITCH_BUFFER, "4MiB");
    for (int host = 1; host < 4; host++) {
      lab.flow(host, 0, 5_000_000, 0).flow(4 + host, 4, 5_000_000, 0);
    }
    return lab;
  }

  /** An XOFF that is lost is not said again before half of its time has run. */
  @Test
  void shouldOverflowOnlyWherePausesMayBeLost() {
    Lab lab =
        new Lab()
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.ACK_TIMEOUT, "4")
            .set(SwitchKnobs.SWITCH_BUFFER, "4MiB");
    for (int host = 0; host < 9; host++) {
      lab.host();
    }
    int hub = lab.device();
    lab.link(0, hub, "100Gbps", "500ns");
    for (int host = 1; host < 9; host++) {
      lab.lossyLink(host, hub, "100Gbps", "500ns", 0.01);
    }
    lab.incast(8, 20_000_000);
    Lab.Outcome whole = lab.run();
    assertThat(whole.dropsByCause().keySet()).containsExactly(DropCause.BIT_ERROR);
    Lab.Outcome lost = lab.set(PfcKnobs.LOSS, "true").run();
    assertThat(lost.dropsByCause().keySet())
        .containsExactlyInAnyOrder(DropCause.BIT_ERROR, DropCause.HEADROOM_FULL);
    assertThat(lost.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
  }

  @Test
  void shouldKeepThePortBusyWhileSendersTakeTurns() {
    Lab.Outcome outcome = incast(8).run();
    double exact = 8 * 5_000_000 * 4_178.0 / 4_096 * 80;
    assertThat((double) outcome.run().completionTimePs()).isCloseTo(exact, within(0.005 * exact));
    double[] times = outcome.flows().stream().mapToDouble(FlowResult::fctPs).toArray();
    assertThat(Lab.jain(times)).isGreaterThan(0.999);
  }

  @ParameterizedTest(name = "buffer {0}")
  @CsvSource({"4MiB", "32MiB"})
  void shouldGiveSixteenPhaseLockedSendersTheSame(String buffer) {
    Lab lab =
        Lab.star(17, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(SwitchKnobs.SWITCH_BUFFER, buffer)
            .set(RunKnobs.STOP, "20ms");
    lab.incast(16, 1L << 34);
    double[] got = lab.run().flows().stream().mapToDouble(FlowResult::deliveredBytes).toArray();
    assertThat(Lab.jain(got)).isGreaterThan(0.999);
    assertThat(Lab.correlationWithPosition(got)).isBetween(-0.65, 0.65);
  }

  @ParameterizedTest(name = "pause time of {0} quanta")
  @CsvSource({"65535", "20000", "2000"})
  void shouldSayXoffAgainBeforeHalfOfThePauseHasRun(int quanta) {
    // The receiver takes 1 Gb/s, so the switch is paused nearly all the time.
    Lab.Outcome outcome =
        Lab.star(2, "100Gbps", "100ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(PfcKnobs.PAUSE_QUANTA, Integer.toString(quanta))
            .at("host-0", HostKnobs.DRAIN, "1Gbps")
            .at("host-0", HostKnobs.RECEIVE_BUFFER, "128KiB")
            .set(RunKnobs.STOP, "20ms")
            .flow(1, 0, 1L << 40, 0)
            .run(WITH_EVENTS);
    assertThat(outcome.drops()).isZero();
    long quantaPs = quanta * 5_120L;
    int hub = 2;
    PauseEvent last = null;
    int again = 0;
    for (PauseEvent event : outcome.run().pauseEvents()) {
      if (event.node() == hub) {
        if (last != null && last.xoff()) {
          again += event.xoff() ? 1 : 0;
          // Half the time, and at most one full frame on the wire that it had to wait for.
          assertThat(event.atPs() - last.atPs()).isLessThan(quantaPs / 2 + 4_200 * 80);
        }
        last = event;
      }
    }
    assertThat(again).isPositive();
    double payload = outcome.run().counts().payloadDelivered() * 8e-9 / 0.02;
    assertThat(payload).as("Gb/s").isCloseTo(1.0, within(0.06));
  }

  @ParameterizedTest(name = "a host that takes {0}")
  @CsvSource({"10Gbps, 10", "50Gbps, 50", "99Gbps, 98"})
  void shouldHoldASlowHostsSwitchBackWithoutLoss(String drain, double gbps) {
    Lab.Outcome outcome =
        Lab.star(3, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .at("host-0", HostKnobs.DRAIN, drain)
            .flow(1, 0, 20_000_000, 0)
            .flow(2, 0, 20_000_000, 0)
            .run();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    assertThat(outcome.drops()).isZero();
    PortResult towardsHost = outcome.port(3, 0);
    assertThat(Arrays.stream(towardsHost.pauses()).sum() > 0).isEqualTo(gbps < 98);
    // Frames of 4158 B carry 4096; what is still in the host's buffer at the end need not wait.
    double expected = Math.min(98.04, gbps * 4_096 / 4_158);
    double got = 40_000_000 * 8e3 / outcome.run().completionTimePs();
    assertThat(got).isBetween(expected * 0.99, expected * 1.07);
  }

  @Test
  void shouldDropAtAHostOnlyWithoutFlowControl() {
    Lab.Outcome outcome =
        Lab.star(2, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(PfcKnobs.PFC, "false")
            .set(TransportKnobs.ACK_TIMEOUT, "4")
            .set(RunKnobs.STOP, "1ms")
            .at("host-0", HostKnobs.DRAIN, "10Gbps")
            .at("host-0", HostKnobs.RECEIVE_BUFFER, "64KiB")
            .flow(1, 0, 20_000_000, 0)
            .run();
    assertThat(outcome.dropsByCause()).containsOnlyKeys(DropCause.HOST_BUFFER);
    assertThat(outcome.run().counts().pauses()).isZero();
  }

  @Test
  void shouldGoAroundALinkThatFails() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.links.delay=500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.ACK_TIMEOUT, "5");
    int leaf = lab.node("leaf-0");
    for (int i = 0; i < 4; i++) {
      lab.flow(i, 4 + i, 20_000_000, 0).flow(i, 8 + i, 20_000_000, 0);
    }
    Lab.Outcome before = lab.run();
    assertThat(before.drops()).isZero();
    PortResult busiest =
        before.run().ports().stream()
            .filter(p -> p.node() == leaf && p.port() >= 4)
            .max((a, b) -> Long.compare(a.dataBytes(), b.dataBytes()))
            .orElseThrow();
    lab.linkDown(busiest.link(), 100 * Lab.US);
    Lab.Outcome after = lab.run();
    assertThat(after.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    // What was on its way to a spine that could only send it up again has no route.
    assertThat(after.dropsByCause()).containsKey(DropCause.LINK_DOWN);
    assertThat(after.dropsByCause().keySet()).isSubsetOf(DropCause.LINK_DOWN, DropCause.NO_ROUTE);
    assertThat(after.run().counts().retransmissions()).isPositive();
    PortResult failed = after.port(leaf, busiest.port());
    // What 400 Gb/s carry in the 100 us before.
    assertThat(failed.dataBytes()).isBetween(1L, 5_000_000L);
    assertThat(failed.dataBytes()).isLessThan(busiest.dataBytes());
  }

  @Test
  void shouldBlameTheFlapForWhatItsForgottenPauseLoses() {
    // Both senders are paused and their headroom holds what a round trip brought in. One link goes
    // down and up: its sender has forgotten the pause, and sends for another round trip.
    Lab lab =
        Lab.star(3, "100Gbps", "5us")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(SwitchKnobs.SWITCH_CELL, "1B") // so that the formula leaves no margin
            .set(SwitchKnobs.SWITCH_BUFFER, "2MiB")
            .set(RunKnobs.STOP, "2ms")
            .at("host-0", HostKnobs.DRAIN, "1Gbps")
            .flow(1, 0, 1L << 30, 0)
            .flow(2, 0, 1L << 30, 0);
    assertThat(lab.run().drops()).isZero();
    lab.linkDown(1, 500 * Lab.US).linkUp(1, 510 * Lab.US);
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.dropsByCause()).containsKey(DropCause.LINK_FLAP);
    assertThat(outcome.dropsByCause()).doesNotContainKey(DropCause.HEADROOM_FULL);
    // XOFF is said again at once: no more than the link carries until it takes effect.
    long untilSilentPs = 84 * 80 + 5 * Lab.US + 394 * 5_120;
    assertThat(outcome.dropsByCause().get(DropCause.LINK_FLAP))
        .isLessThanOrEqualTo(untilSilentPs / (4_178 * 80) + 1);
  }

  @Test
  void shouldSayThatThereIsNoRouteToAnIsland() {
    // Host 1 hangs on its own switch behind the link that fails.
    Lab lab = Lab.chain(List.of("100Gbps", "100Gbps", "100Gbps"), "500ns");
    Lab.Outcome outcome =
        lab.set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.ACK_TIMEOUT, "2")
            .set(RunKnobs.STOP, "100ms")
            .flow(0, 1, 10_000_000, 0)
            .linkDown(1, 50 * Lab.US)
            .run();
    assertThat(outcome.flow(0).finished()).isFalse();
    assertThat(outcome.flow(0).failure()).contains("retry counter exceeded");
    assertThat(outcome.dropsByCause()).containsOnlyKeys(DropCause.LINK_DOWN, DropCause.NO_ROUTE);
  }

  @Test
  void shouldLockUpWhereBuffersWaitForEachOtherInACircle() {
    long early = ringDelivered("3ms", 2);
    long late = ringDelivered("30ms", 2);
    assertThat(late).as("not one more byte in 27 ms").isEqualTo(early);
    assertThat(ringDelivered("3ms", 1)).as("one hop each: no circle").isGreaterThan(early * 3 / 2);
  }

  private static long ringDelivered(String stop, int hops) {
    Lab lab =
        Lab.shape("ring", "fabric.links.rate=100Gbps", "fabric.links.delay=500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.ACK_TIMEOUT, "0")
            .set(SwitchKnobs.SWITCH_BUFFER, "2MiB")
            .set(RunKnobs.STOP, stop);
    for (int i = 0; i < 5; i++) {
      lab.flow(i, (i + hops) % 5, 1L << 30, 0);
    }
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.drops()).isZero();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    if (hops == 2) {
      long stillPaused =
          outcome.run().pauseSpans().stream()
              .filter(span -> span.toPs() == outcome.run().endPs())
              .map(PauseSpan::node)
              .distinct()
              .count();
      assertThat(stillPaused).as("all switches and hosts").isEqualTo(10);
    }
    Deadlock deadlock = outcome.run().deadlock();
    if (hops == 2) {
      assertThat(deadlock.ring()).as("all switches").doesNotHaveDuplicates().hasSize(5);
      assertThat(deadlock.pauses()).as("of switches and hosts").hasSize(10);
      assertThat(deadlock.flows().cardinality()).as("all flows").isEqualTo(5);
    } else {
      assertThat(deadlock).isEqualTo(Deadlock.NONE);
    }
    return outcome.run().counts().payloadDelivered();
  }

  @Test
  void shouldEndAtTheStopEvenBeforeTheFirstPacket() {
    Lab.Outcome outcome =
        Lab.star(2, "100Gbps", "500ns")
            .flow(0, 1, 1_000, 5 * Lab.MS)
            .set(RunKnobs.STOP, "3ms")
            .run();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    assertThat(outcome.run().endPs()).isEqualTo(3 * Lab.MS);
    assertThat(outcome.run().completionTimePs()).isEqualTo(-1);
    assertThat(outcome.run().counts().dataPackets()).isZero();
    assertThat(outcome.flow(0).startPs()).isEqualTo(-1);
    assertThat(outcome.flow(0).deliveredBytes()).isZero();
  }

  @Test
  void shouldEndAtOnceWithoutFlows() {
    Lab.Outcome outcome = Lab.star(2, "100Gbps", "500ns").run();
    assertThat(outcome.run().outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    assertThat(outcome.run().endPs()).isZero();
    assertThat(outcome.run().counts().events()).isZero();
  }

  @Test
  void shouldEndAtTheGridAfterTheLastCompletion() {
    Lab.Outcome outcome =
        Lab.star(2, "100Gbps", "500ns").set(RunKnobs.GRID, "7us").flow(0, 1, 1_000_000, 0).run();
    long done = outcome.run().completionTimePs();
    assertThat(outcome.run().endPs()).isEqualTo((done / (7 * Lab.US) + 1) * 7 * Lab.US);
  }
}
