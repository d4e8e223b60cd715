package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is known of each congestion control, in the simulator: N endless flows from as many hosts
 * into one port of a star, without PFC unless it is said, so that nothing but the control bounds
 * the queue. HPCC has a test of its own.
 */
final class ControllersRunTest {
  private static final ResultTable CONTROLS =
      ResultTable.of("controls", ControllersRunTest.class, "control", "published", "here");

  /**
   * What was seen at the port, and of the flows.
   *
   * @param busy share of the line
   * @param meanKb mean queue without the packet in transmission
   * @param peakKb greatest of the queues sampled
   * @param leastKb least of them
   * @param jain fairness of what the senders put on their wires
   */
  private record Seen(double busy, double meanKb, double peakKb, double leastKb, double jain) {}

  /**
   * Zhu et al., CoNEXT 2016, section 4.3: patched TIMELY has one fixed point, RTT* = Tlow (1 + N
   * delta/(beta C)) with equal shares; 62.5 us for two flows at 10 Gb/s, 100 us for eight.
   */
  @ParameterizedTest(name = "{0} flows")
  @ValueSource(ints = {2, 4, 8})
  void shouldRestAtTheFixedPointOfPatchedTimely(int flows) {
    Seen seen = run(star(flows, "10Gbps", "patched-timely"), flows, 150, 200);
    double rttUs = 50 * (1 + flows * 10 / (0.008 * 10_000));
    // 7.5 us without queue: four links of 1 us, a packet of 4,178 B, which cuts through, and an
    // ACK.
    double queueUs = seen.meanKb() * 8 / 10;
    assertThat(queueUs + 7.5).isCloseTo(rttUs, within(0.02 * rttUs));
    CONTROLS.row(
        "patched TIMELY, %d flows, 10 Gb/s".formatted(flows),
        "RTT %s us".formatted(Cells.number(rttUs, 1)),
        "%s us, Jain %s".formatted(Cells.number(queueUs + 7.5, 1), Cells.number(seen.jain(), 4)));
    assertThat(seen.jain()).isGreaterThan(0.99);
    assertThat(seen.busy()).isGreaterThan(0.99);
  }

  /** The same section: as published its shares depend on when the flows started, for ever. */
  @Test
  void shouldLeaveTimelysSharesToChance() {
    Lab lab =
        bare(2, "10Gbps", "timely")
            .set(Knobs.named("congestion.timely.startRate", ValueType.RATE), "5Gbps");
    lab.flow(1, 0, 1L << 40, 0).flow(2, 0, 1L << 40, 10 * Lab.MS);
    Seen late = run(lab, 2, 200, 230);
    Seen patched =
        run(
            bare(2, "10Gbps", "patched-timely")
                .set(Knobs.named("congestion.timely.startRate", ValueType.RATE), "5Gbps")
                .flow(1, 0, 1L << 40, 0)
                .flow(2, 0, 1L << 40, 10 * Lab.MS),
            2,
            200,
            230);
    CONTROLS.row(
        "TIMELY, 10 Gb/s, the second flow 10 ms later",
        "unequal shares, a limit cycle",
        "Jain %s after 200 ms, queue %s to %s KB; patched %s"
            .formatted(
                Cells.number(late.jain(), 2),
                Cells.number(late.leastKb(), 0),
                Cells.number(late.peakKb(), 0),
                Cells.number(patched.jain(), 3)));
    assertThat(late.jain()).isLessThan(0.95);
    assertThat(late.peakKb() - late.leastKb()).as("limit cycle").isGreaterThan(30);
    assertThat(patched.jain()).isGreaterThan(0.999);
  }

  /** Kumar et al., SIGCOMM 2020: delay stays at the target that window and hops agree on. */
  @ParameterizedTest(name = "{0} flows")
  @ValueSource(ints = {4, 16, 64})
  void shouldHoldSwiftsDelayAtItsTarget(int flows) {
    Seen seen = run(star(flows, "100Gbps", "swift"), flows, 10, 15);
    double delayUs = 5.0 + seen.meanKb() * 8 / 100;
    // The window that this delay means, and the target at that window.
    double packets = delayUs * 12_500 / 4_178 / flows;
    double scale = 100 / (1 / Math.sqrt(0.1) - 1 / Math.sqrt(100));
    double target = 20 + 3.053 + Math.min(100, scale / Math.sqrt(packets) - scale / 10);
    assertThat(delayUs).isCloseTo(target, within(0.12 * target));
    CONTROLS.row(
        "Swift, %d flows, 100 Gb/s".formatted(flows),
        "delay %s us".formatted(Cells.number(target, 1)),
        "%s us, Jain %s".formatted(Cells.number(delayUs, 1), Cells.number(seen.jain(), 4)));
    assertThat(seen.busy()).isGreaterThan(0.99);
    assertThat(seen.jain()).isGreaterThan(0.98);
  }

  /** Alizadeh et al., SIGCOMM 2010: the queue peaks a packet a flow over the step, at full rate. */
  @ParameterizedTest(name = "{0} flows")
  @ValueSource(ints = {2, 8, 32})
  void shouldKeepDctcpsQueueAtTheStep(int flows) {
    Lab lab =
        star(flows, "100Gbps", "dctcp")
            .set(CongestionKnobs.KMIN, "300KB")
            .set(CongestionKnobs.KMAX, "300KB");
    Seen seen = run(lab, flows, 10, 20);
    assertThat(seen.busy()).isGreaterThan(0.99);
    assertThat(seen.jain()).isGreaterThan(0.99);
    assertThat(seen.peakKb()).isLessThan(300 + 4.2 * flows + 45);
    CONTROLS.row(
        "DCTCP, %d flows, 100 Gb/s, step at 300 KB".formatted(flows),
        "queue of a packet per flow over the step, line full",
        "at most %s KB, %s of the line"
            .formatted(Cells.number(seen.peakKb(), 0), Cells.share(seen.busy(), 1)));
  }

  /** Ben Basat et al., SIGCOMM 2020: with a byte in the place of INT the loop is HPCC's. */
  @ParameterizedTest(name = "base {0}")
  @CsvSource({"1.05, 8", "1.01, 8"})
  void shouldDoWithAByteWhatHpccDoesWithForty(String base, int flows) {
    Seen pint =
        run(
            star(flows, "100Gbps", "hpcc-pint")
                .set(Knobs.named("congestion.pint.base", ValueType.NUMBER), base),
            flows,
            3,
            8);
    Seen hpcc = run(star(flows, "100Gbps", "hpcc"), flows, 3, 8);
    assertThat(hpcc.jain()).isGreaterThan(0.99);
    assertThat(pint.jain()).isGreaterThan(0.98);
    assertThat(pint.busy()).isCloseTo(hpcc.busy(), within(0.03));
    assertThat(pint.meanKb()).isLessThan(hpcc.meanKb() + 10);
    CONTROLS.row(
        "HPCC-PINT, base %s, %d flows, 100 Gb/s".formatted(base, flows),
        "as HPCC",
        "mean queue %s KB, HPCC %s KB"
            .formatted(Cells.number(pint.meanKb(), 1), Cells.number(hpcc.meanKb(), 1)));
  }

  /** The draft's loop is HPCC's, its telemetry twice as wide: 88 B instead of 42 for five hops. */
  @Test
  void shouldPayForIoamWithHpccPlusPlus() {
    long wide = solo("hpcc++");
    long narrow = solo("hpcc");
    // 46 bytes more on each of 2,560 packets, at 95 % of the line.
    double bytesUs = 2_560 * 46 * 8 / 100_000.0;
    assertThat((wide - narrow) / 1e6).isCloseTo(bytesUs, within(2.0));
    CONTROLS.row(
        "HPCC++, 10.5 MB, beside HPCC",
        "46 B more per packet: %s us, %s at 95 %%"
            .formatted(Cells.number(bytesUs, 1), Cells.number(bytesUs / 0.95, 1)),
        Cells.number((wide - narrow) / 1e6, 1) + " us more");
  }

  private static long solo(String control) {
    Lab lab = bare(1, "100Gbps", control).flow(1, 0, 2_560 * 4_096L, 0);
    return lab.run().flow(0).completedPs();
  }

  /**
   * NVIDIA's RTT template: over 95 % of the link and equal shares; it lives on PFC at the start.
   */
  @ParameterizedTest(name = "{0} flows")
  @ValueSource(ints = {2, 8})
  void shouldShareALinkByProbes(int flows) {
    Lab lab = star(flows, "100Gbps", "rtt-probe").set(PfcKnobs.PFC, "true");
    Seen seen = run(lab, flows, 10, 30);
    assertThat(seen.busy()).isGreaterThan(0.95);
    assertThat(seen.jain()).isGreaterThan(0.98);
    CONTROLS.row(
        "RTT probes, %d flows, 100 Gb/s, with PFC".formatted(flows),
        "over 95 % of the line, equal shares",
        "%s, Jain %s".formatted(Cells.share(seen.busy(), 1), Cells.number(seen.jain(), 3)));
  }

  /** The article: utilisation stays above 95 %; here, with shares as equal as DCQCN's or more. */
  @ParameterizedTest(name = "{0} flows")
  @ValueSource(ints = {2, 8})
  void shouldKeepTheLinkBusyByARateMeter(int flows) {
    Seen meter = run(red(flows, "hp-dcqcn"), flows, 60, 120);
    Seen timers = run(red(flows, "dcqcn"), flows, 60, 120);
    assertThat(meter.busy()).isGreaterThan(0.95);
    CONTROLS.row(
        "HP-DCQCN, %d flows, 40 Gb/s, preset `paper`".formatted(flows),
        "over 95 % (an article)",
        "%s, DCQCN %s".formatted(Cells.share(meter.busy(), 1), Cells.share(timers.busy(), 1)));
    assertThat(meter.jain()).isGreaterThan(Math.min(0.99, timers.jain()));
  }

  /**
   * The article: above 95 % "even under heavy congestion". Eight begin at line rate at once, 4 MB
   * each, through a buffer that pauses them; marks as in a leaf-spine of 100 Gb/s, CNPs 4 us apart.
   */
  @Test
  void shouldKeepTheLinkBusyInAnIncastByARateMeter() {
    Lab lab =
        bare(8, "100Gbps", "hp-dcqcn")
            .set(PfcKnobs.PFC, "true")
            .set(SwitchKnobs.SWITCH_BUFFER, "4MiB");
    for (int i = 0; i < 8; i++) {
      lab.flow(i + 1, 0, 4_000_000, 0);
    }
    var run = lab.run();
    long lastPs = IntStream.range(0, 8).mapToLong(i -> run.flow(i).completedPs()).max().orElse(0);
    assertThat(8 * 4e6 * 8 / (lastPs * 1e-12) * 1e-9).as("Gb/s of payload").isGreaterThan(85);
  }

  private static Lab red(int flows, String control) {
    return star(flows, "40Gbps", control)
        .set(Presets.named("paper").orElseThrow().settings())
        .set(CongestionKnobs.ALGORITHM, control);
  }

  /** Gangidi et al., SIGCOMM 2024: what a receiver has buffers for is in flight, and no more. */
  @Test
  void shouldBoundWhatIsInFlightByTheReceiversBuffers() {
    int flows = 8;
    Lab lab =
        star(flows, "100Gbps", "admission")
            .set(Knobs.named("congestion.admission.slots", ValueType.WHOLE), "4")
            .set(Knobs.named("congestion.admission.slotSize", ValueType.SIZE), "64KiB");
    Seen seen = run(lab, flows, 5, 10);
    double grantedKb = flows * 4 * 65.536 * 4_158 / 4_096; // in frames
    assertThat(seen.busy()).isGreaterThan(0.999);
    assertThat(seen.peakKb()).isBetween(0.8 * grantedKb, grantedKb);
    CONTROLS.row(
        "admission, 8 flows of 4 slots of 64 KiB",
        "in flight: the receiver's buffers, %s KB in frames".formatted(Cells.number(grantedKb, 0)),
        "at most %s KB queued, the rest on the wire".formatted(Cells.number(seen.peakKb(), 0)));
    assertThat(seen.jain()).isGreaterThan(0.99);
  }

  private static Lab bare(int flows, String rate, String control) {
    return Lab.star(flows + 1, rate, "1us")
        .set(CongestionKnobs.ALGORITHM, control)
        .set(SwitchKnobs.SWITCH_LATENCY, "0ns")
        .set(SwitchKnobs.SWITCH_BUFFER, "1GiB")
        .set(PfcKnobs.PFC, "false")
        .set(TransportKnobs.MESSAGE_SIZE, "1GiB");
  }

  private static Lab star(int flows, String rate, String control) {
    Lab lab = bare(flows, rate, control);
    for (int i = 1; i <= flows; i++) {
      lab.flow(i, 0, 1L << 40, i * 10_000L);
    }
    return lab;
  }

  private static Seen run(Lab lab, int flows, int fromMs, int toMs) {
    SimulationSetup assembly = SimulationSetup.of(lab.scenario(), 1, false);
    Partition partition = assembly.network().partitions().getFirst();
    Port port = assembly.network().port(0).peer();
    partition.advance(fromMs * Lab.MS);
    long before = port.sentBytes();
    double[] shares = new double[flows];
    for (int i = 0; i < flows; i++) {
      shares[i] = -assembly.network().port(i + 1).sentBytes();
    }
    int samples = (toMs - fromMs) * 200;
    double sum = 0;
    double most = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < samples; i++) {
      partition.advance(fromMs * Lab.MS + 5L * i * Lab.US);
      double kb = port.queuedBytes() * 1e-3;
      sum += kb;
      most = Math.max(most, kb);
      least = Math.min(least, kb);
    }
    partition.advance(toMs * Lab.MS);
    for (int i = 0; i < flows; i++) {
      shares[i] += assembly.network().port(i + 1).sentBytes();
    }
    double bits = (port.sentBytes() - before) * 8.0 * 4_178 / 4_158;
    double busy = bits / ((toMs - fromMs) * 1e-3) / port.rateBps();
    return new Seen(busy, sum / samples, most, least, Lab.jain(shares));
  }
}
