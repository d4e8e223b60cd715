package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.FlowSelection;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.workload.FlowList;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same scenario gives the same results to the last bit, however it is run. */
final class DigestTest {

  /** A scenario that is built anew for each run. */
  record Case(String name, Supplier<Lab> lab) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("random flows, DCQCN", () -> leafSpine().set(CongestionKnobs.ALGORITHM, "dcqcn")),
        new Case("random flows, HPCC", () -> leafSpine().set(CongestionKnobs.ALGORITHM, "hpcc")),
        new Case("random flows, HPCC-PINT", () -> controlled("hpcc-pint")),
        new Case("random flows, TIMELY", () -> controlled("timely")),
        new Case("random flows, Swift", () -> controlled("swift")),
        new Case("random flows, DCTCP", () -> controlled("dctcp")),
        new Case("random flows, RTT probes", () -> controlled("rtt-probe")),
        new Case(
            "READ, RTT probes",
            () -> controlled("rtt-probe").set(TransportKnobs.OPERATION, "read")),
        new Case("random flows, HP-DCQCN", () -> controlled("hp-dcqcn")),
        new Case(
            "random flows, admission, lossy",
            () ->
                lossy()
                    .set(CongestionKnobs.ALGORITHM, "admission")
                    .set(Knobs.named("congestion.admission.slots", ValueType.WHOLE), "2")
                    .set(Knobs.named("congestion.admission.slotSize", ValueType.SIZE), "20KB")),
        new Case(
            "random flows, HPCC, lossy, links go down and come up",
            () -> flapping().set(CongestionKnobs.ALGORITHM, "hpcc").set(PfcKnobs.PFC, "false")),
        new Case(
            "random flows, PFC only, a small buffer",
            () ->
                leafSpine()
                    .set(CongestionKnobs.ALGORITHM, "none")
                    .set(SwitchKnobs.SWITCH_BUFFER, "3MiB")),
        new Case("lossy, retransmissions", DigestTest::lossy),
        new Case("READ, DCQCN", () -> leafSpine().set(TransportKnobs.OPERATION, "read")),
        new Case(
            "READ, lossy",
            () ->
                lossy()
                    .set(TransportKnobs.OPERATION, "read")
                    .set(TransportKnobs.MESSAGE_SIZE, "16KiB")),
        new Case(
            "SEND, few receive requests, lossy",
            () ->
                lossy()
                    .set(TransportKnobs.OPERATION, "send")
                    .set(TransportKnobs.MESSAGE_SIZE, "16KiB")
                    .set(TransportKnobs.RECEIVE_QUEUE, "2")
                    .set(TransportKnobs.RECEIVE_REPOST, "7us")
                    .set(TransportKnobs.RNR_TIMER, "2")),
        new Case("Ultra Ethernet, NSCC", () -> uec("nscc")),
        new Case("Ultra Ethernet, RCCC", () -> uec("rccc")),
        new Case(
            "Ultra Ethernet without trimming, links go down and come up",
            () -> flapping().set(preset("uec")).set(SwitchKnobs.TRIMMING, "false")),
        new Case("READ, Ultra Ethernet", () -> reads(uec("nscc-rccc"))),
        new Case(
            "READ, Ultra Ethernet in order, links go down and come up",
            () -> reads(flapping().set(preset("uec"))).set(UetKnobs.DELIVERY, "rod")),
        new Case("READ, SRD, lossy", () -> reads(lossy().set(preset("srd")))),
        new Case("READ, Falcon", () -> reads(leafSpine().set(preset("falcon")).set(SMALL))),
        new Case("READ, Falcon, lossy", () -> reads(lossy().set(preset("falcon")))),
        new Case(
            "READ, iWARP, links go down and come up",
            () -> reads(tcp(flapping(), "iwarp", "cubic"))),
        new Case("SRD", () -> leafSpine().set(preset("srd")).set(SMALL)),
        new Case("SRD, links go down and come up", () -> flapping().set(preset("srd"))),
        new Case("Falcon", () -> leafSpine().set(preset("falcon")).set(SMALL)),
        new Case(
            "Falcon with early retransmission, links go down and come up",
            () ->
                flapping()
                    .set(preset("falcon"))
                    .set(FalconKnobs.RECOVERY, "eack")
                    .set(FalconKnobs.PLB_ROUNDS, "2")),
        new Case("TCP, CUBIC", () -> tcp("tcp", "cubic")),
        new Case("TCP, BBR", () -> tcp("tcp", "bbr")),
        new Case("TCP, DCTCP", () -> tcp("tcp", "dctcp").set(CongestionKnobs.ECN, "true")),
        new Case("iWARP, Reno, links go down and come up", () -> tcp(flapping(), "iwarp", "reno")),
        new Case("adaptive routing", () -> routed("adaptive")),
        new Case(
            "adaptive routing with remote grades",
            () -> routed("adaptive-remote").set(RoutingKnobs.GRADE_PERIOD, "1300ns")),
        new Case("flowlets", () -> routed("flowlet").set(RoutingKnobs.FLOWLET_GAP, "700ns")),
        new Case("spraying", () -> routed("spray")),
        new Case(
            "spraying, out-of-order placement",
            () -> routed("spray").set(TransportKnobs.RECOVERY, "out-of-order")),
        new Case(
            "sleeping until completions come",
            () ->
                routed("spray")
                    .set(CompletionKnobs.WAIT, "events")
                    .set(CompletionKnobs.ADAPTIVE, "true")
                    .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
                    .set(TransportKnobs.OUTSTANDING, "2")
                    .interrupts(1, 500_000, 0, 0)),
        new Case(
            "selective repeat, lossy",
            () ->
                lossy()
                    .set(TransportKnobs.RECOVERY, "selective-repeat")
                    .set(TransportKnobs.SHORT_TIMEOUT, "50us")
                    .set(RoutingKnobs.ROUTING, "adaptive")),
        new Case(
            "resilient hashing, flapping", () -> flapping().set(RoutingKnobs.ROUTING, "resilient")),
        new Case(
            "adaptive routing with remote grades, flapping",
            () ->
                flapping()
                    .set(RoutingKnobs.ROUTING, "adaptive-remote")
                    .set(TransportKnobs.RECOVERY, "out-of-order")),
        new Case("stopped in the middle", () -> leafSpine().set(RunKnobs.STOP, "123456ns")),
        new Case("links go down and come up", DigestTest::flapping),
        new Case("standing still for ever", DigestTest::stuck),
        new Case("one packet across an empty fabric", DigestTest::lonely),
        new Case("one after the other, across the fabric", DigestTest::chained));
  }

  private static Lab controlled(String algorithm) {
    return leafSpine()
        .set(CongestionKnobs.ALGORITHM, algorithm)
        .set(Knobs.named("congestion.pint.probability", ValueType.NUMBER), "0.7")
        .set(CongestionKnobs.KMIN, "5KB")
        .set(CongestionKnobs.KMAX, "50KB");
  }

  private static Lab leafSpine() {
    Lab lab = shape();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 60; i++) {
      int source = random.nextInt(16);
      int destination = (source + 1 + random.nextInt(15)) % 16;
      lab.flow(source, destination, random.nextInt(300_000), random.nextInt(50) * Lab.US);
    }
    for (int i = 1; i < 16; i++) {
      lab.flow(i, 0, 40_000, 10 * Lab.US);
    }
    return lab;
  }

  private static final Settings SMALL =
      Settings.DEFAULTS.with(SwitchKnobs.SWITCH_BUFFER, Size.parse("256KiB"));

  private static Settings preset(String name) {
    return Presets.named(name).orElseThrow().settings();
  }

  private static Lab uec(String control) {
    return leafSpine()
        .set(preset("uec"))
        .set(SwitchKnobs.QUEUE_LIMIT, "60KB")
        .set(CongestionKnobs.ALGORITHM, control);
  }

  private static Lab tcp(String transport, String control) {
    return tcp(lossy(), transport, control);
  }

  private static Lab tcp(Lab lab, String transport, String control) {
    return lab.set(Presets.named(transport).orElseThrow().settings())
        .set(CongestionKnobs.ALGORITHM, control)
        .set(TcpKnobs.MIN_TIMEOUT, "1ms")
        .set(TcpKnobs.PROBE_SLACK, "50us");
  }

  private static Lab routed(String algorithm) {
    return leafSpine().set(RoutingKnobs.ROUTING, algorithm).set(TransportKnobs.ACK_TIMEOUT, "5");
  }

  private static Lab lossy() {
    return leafSpine()
        .set(PfcKnobs.PFC, "false")
        .set(SwitchKnobs.SWITCH_BUFFER, "64KiB")
        .set(TransportKnobs.ACK_TIMEOUT, "5");
  }

  private static Lab shape() {
    return Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4");
  }

  /** Every uplink goes down once, while packets and pauses are on it. */
  private static Lab flapping() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.links.uplinkDelay=2us", "fabric.links.delay=100ns")
            .set(TransportKnobs.ACK_TIMEOUT, "5")
            .set(SwitchKnobs.SWITCH_BUFFER, "8MiB")
            .set(CongestionKnobs.ALGORITHM, "none");
    for (int i = 0; i < 16; i++) {
      lab.flow(i, (i + 4) % 16, 2_000_000, 0).flow(i, (i + 9) % 16, 2_000_000, 0);
    }
    for (int i = 0; i < 16; i++) {
      lab.linkDown(16 + i, (10 + 3 * i) * Lab.US + 123_457L * i);
      lab.linkUp(16 + i, (12 + 3 * i) * Lab.US + 123_457L * i);
    }
    return lab;
  }

  /** One host's link is down and nothing is ever sent again: no event is left. */
  private static Lab stuck() {
    Lab lab = shape().set(TransportKnobs.ACK_TIMEOUT, "0").flow(3, 15, 400_000, 0);
    return lab.flow(0, 15, 400_000, 0).linkDown(0, 2 * Lab.US + 77);
  }

  private static Lab reads(Lab lab) {
    return lab.set(TransportKnobs.OPERATION, "read");
  }

  private static Lab lonely() {
    return shape().flow(0, 15, 1_000, 3 * Lab.US).set(TransportKnobs.ACK_TIMEOUT, "0");
  }

  private static Lab chained() {
    Lab lab = shape().set(TransportKnobs.ACK_TIMEOUT, "0");
    lab.flow(0, 15, 10_000, 0);
    for (int i = 1; i < 8; i++) {
      lab.flow(
          new FlowList.Entry(
              (5 * i) % 16, (5 * i + 7) % 16, 10_000, 0, List.of(i - 1), List.of(), -1));
    }
    return lab;
  }

  /** Threads, partitions, probes and traces together; the whole test tells which of them it is. */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldNotDependOnHowItIsRun(Case example) {
    Lab.Outcome plain = example.lab.get().run(new RunOptions(1, 1, false));
    assertThat(plain.run().counts().dataPackets()).isPositive();
    List<String> differing = new ArrayList<>();
    Lab.Outcome parts = example.lab.get().run(new RunOptions(2, 3, false));
    compare(differing, "2 threads, 3 partitions", plain, parts);
    Lab looked = traced(example.lab.get()).set(RunKnobs.PROBE_PERIOD, "777ns");
    Lab.Outcome seen = looked.run(new RunOptions(4, 8, true));
    compare(differing, "probes and traces, 4 threads, 8 partitions", plain, seen);
    assertThat(differing).as("runs that differ from one partition, one thread").isEmpty();
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("cases")
  void shouldNotDependOnThreadsPartitionsOrProbes(Case example) {
    Lab.Outcome plain = example.lab.get().run(new RunOptions(1, 1, false));
    assertThat(plain.run().counts().dataPackets()).isPositive();
    List<String> differing = new ArrayList<>();
    for (int partitions : new int[] {1, 2, 3, 8}) {
      // No more threads are begun than there are partitions; WindowWorkersTest asks for many more.
      for (int threads = 1; threads <= Math.min(4, partitions + 1); threads = 2 * threads) {
        Lab.Outcome other = example.lab.get().run(new RunOptions(threads, partitions, false));
        compare(differing, threads + " threads, " + partitions + " partitions", plain, other);
      }
      Lab probed = example.lab.get().set(RunKnobs.PROBE_PERIOD, "777ns");
      compare(
          differing,
          "probes, " + partitions + " partitions",
          plain,
          probed.run(new RunOptions(1, partitions, true)));
    }
    for (int threads : new int[] {1, 2, 4}) {
      compare(
          differing,
          "traces, " + threads + " threads",
          plain,
          traced(example.lab.get()).run(new RunOptions(threads, 0, false)));
    }
    assertThat(differing).as("runs that differ from one partition, one thread").isEmpty();
  }

  /** With traces of as many flows as may be, and of the slowest where there are fewer. */
  private static Lab traced(Lab lab) {
    int flows = lab.scenario().flows().flows();
    String chosen = "0-" + (Math.min(flows, FlowSelection.MOST) - 1);
    return lab.set(RunKnobs.TRACED, flows < FlowSelection.MOST ? chosen + ",slowest" : chosen)
        .set(RunKnobs.TRACE_STEP, "333ns");
  }

  private static void compare(List<String> differing, String what, Lab.Outcome a, Lab.Outcome b) {
    if (!a.run().digest().equals(b.run().digest())
        || a.run().endPs() != b.run().endPs()
        || a.run().completionTimePs() != b.run().completionTimePs()
        || a.run().counts().packetHops() != b.run().counts().packetHops()
        || !a.flows().equals(b.flows())) {
      differing.add(what);
    }
  }

  @Test
  void shouldBeTheSameForTheSameSeedAndAnotherForAnother() {
    String first = seeded("7");
    assertThat(seeded("7")).isEqualTo(first);
    assertThat(seeded("8")).isNotEqualTo(first);
  }

  private static String seeded(String seed) {
    return leafSpine()
        .set(CongestionKnobs.KMIN, "5KB")
        .set(CongestionKnobs.KMAX, "50KB")
        .set(RunKnobs.SEED, seed)
        .run()
        .run()
        .digest();
  }
}
