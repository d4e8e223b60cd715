package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortSeries;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Falcon in a run. */
final class FalconRunTest {
  private static final ResultTable QUEUES =
      ResultTable.of(
          "falcon-queue",
          FalconRunTest.class,
          "senders",
          "Swift's target, us of queue",
          "here, us",
          "difference");

  private static Lab falcon(Lab lab) {
    return lab.set(Presets.named("falcon").orElseThrow().settings());
  }

  private static Lab incast(int senders, long bytes) {
    return falcon(Lab.star(senders + 1, "100Gbps", "1us")).incast(senders, bytes);
  }

  /** A window of what the receiver takes holds a flow back nowhere. */
  @ParameterizedTest(name = "{0} bytes over {1}")
  @CsvSource({
    "0, cut-through",
    "1, cut-through",
    "4096, store-and-forward",
    "4097, cut-through",
    "1000000, cut-through",
    "1000000, store-and-forward",
    "33554432, cut-through"
  })
  void shouldTakeTheTimeOfTheClosedFormAlone(long bytes, String forwarding) {
    Lab lab =
        falcon(Lab.chain(List.of("100Gbps", "400Gbps", "100Gbps"), "1us"))
            .set(SwitchKnobs.FORWARDING, forwarding)
            .set(CongestionKnobs.ALGORITHM, "none")
            .flow(0, 1, bytes, 0);
    FlowResult flow = lab.run().flow(0);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(flow.idealFctPs());
  }

  /** ACKs are too few to wait for each other on a slow way back, as one for each packet would. */
  @Test
  void shouldNotBeFasterThanAloneWhereTheWayBackIsSlow() {
    Lab lab =
        falcon(new Lab()).set(TransportKnobs.MTU, "777").set(FalconKnobs.PATH_CHANGE, "false");
    int here = lab.host();
    int there = lab.host();
    int near = lab.device();
    int far = lab.device();
    int fast = lab.device();
    int slow = lab.device();
    lab.link(here, near, "100Gbps", "1us").link(there, far, "100Gbps", "1us");
    lab.link(near, fast, "100Gbps", "1us").link(far, fast, "100Gbps", "1us");
    lab.link(near, slow, "10Gbps", "1us").link(far, slow, "100Gbps", "1us");
    for (int flow = 0; flow < 16; flow++) {
      lab.flow(0, 1, 50_795, flow * 200L * Lab.US);
    }
    List<FlowResult> flows = lab.run().flows();
    assertThat(flows).allMatch(FlowResult::finished).allMatch(flow -> flow.slowdown() >= 1);
    assertThat(flows.stream().mapToLong(FlowResult::idealFctPs).distinct())
        .as("fast and slow, there and back")
        .hasSize(4);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"rack-tlp", "eack"})
  void shouldSendAgainWhatOverflows(String recovery) {
    Lab.Outcome outcome =
        incast(24, 400_000)
            .set(FalconKnobs.RECOVERY, recovery)
            .set(SwitchKnobs.SWITCH_BUFFER, "500KiB")
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24 * 400_000);
    assertThat(outcome.drops()).isPositive();
    assertThat(outcome.run().counts().retransmissions())
        .isBetween(outcome.drops(), outcome.drops() * 2);
  }

  /** Bit errors take data and ACKs alike. */
  @ParameterizedTest(name = "{0}, loss {1}")
  @CsvSource({"rack-tlp, 0.01", "eack, 0.01", "rack-tlp, 0.2", "eack, 0.2"})
  void shouldSurviveBitErrors(String recovery, double loss) {
    Lab.Outcome outcome =
        lossyPair(loss)
            .set(FalconKnobs.RECOVERY, recovery)
            .flow(0, 1, 300_000, 0)
            .flow(1, 0, 300_000, 0)
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(600_000);
    assertThat(outcome.drops()).isPositive();
  }

  private static Lab lossyPair(double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    return falcon(lab);
  }

  /** A lost tail is found by the probe, after two round trips, and not by the timeout. */
  @Test
  void shouldProbeForTheTail() {
    double probed = meanFct("rack-tlp");
    double timedOut = meanFct("eack");
    assertThat(timedOut - probed).isGreaterThan(2e6);
  }

  /** Flows of one packet, one after the other, 5 % of them lost. */
  private static double meanFct(String recovery) {
    Lab lab = lossyPair(0.025).set(FalconKnobs.RECOVERY, recovery);
    for (int i = 0; i < 400; i++) {
      lab.flow(0, 1, 4_000, 1_000L * i * Lab.US);
    }
    return lab.run().flows().stream()
        .mapToLong(flow -> flow.completedPs() - flow.startPs())
        .average()
        .orElseThrow();
  }

  /** Beyond its window a receiver takes nothing; what it dropped is sent again. */
  @Test
  void shouldTellWhatFellBeyondTheReceiversWindow() {
    Lab.Outcome outcome =
        falcon(Lab.star(2, "100Gbps", "1us"))
            .set(FalconKnobs.RECEIVE_WINDOW, "4")
            .set(ControllerKnobs.BASE_RTT, "20us")
            .flow(1, 0, 2_000_000, 0)
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(1);
  }

  /**
   * The queue that senders of one port settle at is the one equation of Swift's target (SIGCOMM
   * 2020, section 3.5): N windows of w packets are what the port sends in the target delay at w.
   */
  @ParameterizedTest(name = "{0} senders")
  @CsvSource({"4", "12", "40"})
  void shouldSettleWhereItsTargetSays(int senders) {
    Lab.Outcome outcome =
        incast(senders, 100_000_000)
            .set(SwitchKnobs.SWITCH_BUFFER, "1GiB")
            .set(SwitchKnobs.LOSSY_ALPHA, "8")
            .set(RunKnobs.PROBE_PERIOD, "5us")
            .set(RunKnobs.STOP, "6ms")
            .run();
    double baseUs = 5.5; // four links of 1 us, two full packets and two ACKs
    double expected = queueUs(senders, baseUs);
    double queue = meanQueueUs(outcome);
    assertThat(queue).isCloseTo(expected, within(0.15 * expected));
    QUEUES.row(
        "" + senders,
        Cells.number(expected, 1),
        Cells.number(queue, 1),
        Cells.difference(queue, expected));
  }

  /** Queue at the switch's port to host 0 in the later half of the run, in microseconds. */
  private static double meanQueueUs(Lab.Outcome outcome) {
    PortSeries port =
        outcome.run().samples().ports().stream()
            .max(Comparator.comparingLong(series -> Arrays.stream(series.queueBytes()).sum()))
            .orElseThrow();
    int count = outcome.run().samples().count();
    return Arrays.stream(port.queueBytes(), count / 2, count).average().orElseThrow() * 8 / 100_000;
  }

  /**
   * Delay in the fabric beyond the RTT without queues, in microseconds: by bisection, since the
   * target falls with the window and the window grows with the delay.
   */
  private static double queueUs(int senders, double baseUs) {
    double scale = 100 / (1 / Math.sqrt(0.1) - 1 / Math.sqrt(100));
    double low = baseUs;
    double high = 1_000;
    while (high - low > 1e-6) {
      double delay = (low + high) / 2;
      double packets = delay * 12_500 / (4096 + 152 + 20) / senders;
      double more = Math.min(100, Math.max(0, scale / Math.sqrt(packets) - scale / 10));
      if (delay < 20 + 20 / 6.55 + more) {
        low = delay;
      } else {
        high = delay;
      }
    }
    return low - baseUs;
  }

  /** Colliding flows of a permutation find ways of their own. */
  @Test
  void shouldLeaveCongestedWays() {
    long stays = permutation("false").run().run().completionTimePs();
    long leaves = permutation("true").run().run().completionTimePs();
    assertThat(leaves * 1.2).isLessThan(stays);
  }

  private static Lab permutation(String plb) {
    Lab lab =
        falcon(
                Lab.shape(
                    "leaf-spine",
                    "fabric.leaves=4",
                    "fabric.spines=4",
                    "fabric.hostsPerLeaf=4",
                    "fabric.links.rate=100Gbps"))
            .set(FalconKnobs.PATH_CHANGE, plb)
            .set(FalconKnobs.PLB_ROUNDS, "3");
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 4) % 16, 20_000_000, 0);
    }
    return lab;
  }

  /** No ACK tells of a way that is dead: the timeout changes it. */
  @Test
  void shouldLeaveADeadWayBeforeRoutesDo() {
    Lab lab = permutation("true").set(FailureKnobs.DETECTION, "100ms").linkDown(16, 50 * Lab.US);
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.run().counts().finished()).isEqualTo(16);
    assertThat(outcome.run().completionTimePs()).isLessThan(20 * Lab.MS);
  }

  /** The window of the NIC keeps a slow host's buffer at its target. */
  @Test
  void shouldSpareASlowHost() {
    Lab lab =
        incast(4, 3_000_000).set(HostKnobs.DRAIN, "40Gbps").set(HostKnobs.RECEIVE_BUFFER, "1MB");
    Lab.Outcome spared = lab.run();
    Lab.Outcome flooded =
        lab.set(Knobs.named("congestion.falcon.bufferTarget", ValueType.WHOLE), "31").run();
    assertThat(spared.run().counts().finished()).isEqualTo(4);
    assertThat(spared.drops()).isLessThan(flooded.drops() / 2 + 1);
  }

  /** A window of a packet or more is not paced, so that pacing makes no difference to ncwnd. */
  @Test
  void shouldKeepToTheReceiversWindowUnpaced() {
    Lab lab =
        incast(1, 3_000_000).set(Knobs.named("congestion.falcon.nicWindow", ValueType.WHOLE), "1");
    String paced = lab.run().run().digest();
    assertThat(lab.set(CongestionKnobs.PACED, "false").run().run().digest()).isEqualTo(paced);
  }
}
