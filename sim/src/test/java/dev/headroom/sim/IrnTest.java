package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * IRN beside RoCE with PFC, both without congestion control, in the paper's own setting (Mittal et
 * al., Revisiting Network Support for RDMA, SIGCOMM 2018, section 4.1): a fat tree of 54 hosts, 40
 * Gb/s and 2 us a link, 240 KB of buffer for each input port, PFC at 220 KB, flows by a Poisson
 * process to random hosts at 70 % load. Half of the flows are a single packet, one in seven has 200
 * KB to 3 MB.
 *
 * <p>Its abstract: IRN without PFC outperforms RoCE with PFC by 6 to 83 %.
 */
final class IrnTest {
  private static final ResultTable IRN =
      ResultTable.of("irn", IrnTest.class, "what", "IRN, no PFC", "RoCE, PFC", "IRN better by");

  private static final int HOSTS = 54;
  private static final double LOAD = 0.7;
  private static final long LASTS_PS = 3_000 * Lab.US;

  private static Lab scenario(int seed) {
    Lab lab =
        Lab.shape("fat-tree", "fabric.k=6", "fabric.links.rate=40Gbps", "fabric.links.delay=2us");
    SplittableRandom random = new SplittableRandom(seed);
    double mean = meanBytes();
    double perSecond = LOAD * 40e9 / 8 / mean;
    for (int host = 0; host < HOSTS; host++) {
      double at = 0;
      while (true) {
        at += -Math.log(1 - random.nextDouble()) / perSecond * 1e12;
        if (at > LASTS_PS) {
          break;
        }
        int to = (host + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
        lab.flow(host, to, bytes(random.nextDouble(), random.nextDouble()), (long) at);
      }
    }
    return lab.set(RunKnobs.SEED, Integer.toString(seed))
        .set(SwitchKnobs.SWITCH_BUFFER, 6 * 260 + "KB")
        .set(SwitchKnobs.RESERVED, "0B")
        .set(SwitchKnobs.SWITCH_CELL, "1B");
  }

  /** Bands of the paper, in each of them any order of magnitude as likely as any other. */
  private static long bytes(double band, double within) {
    if (band < 0.5) {
      return between(32, 1_024, within);
    }
    return band < 0.85 ? between(1_024, 200_000, within) : between(200_000, 3_000_000, within);
  }

  private static long between(double least, double most, double within) {
    return Math.round(least * Math.pow(most / least, within));
  }

  private static double meanBytes() {
    double sum = 0;
    int steps = 1_000;
    for (int i = 0; i < steps; i++) {
      double within = (i + 0.5) / steps;
      sum += 0.5 * bytes(0.2, within) + 0.35 * bytes(0.6, within) + 0.15 * bytes(0.9, within);
    }
    return sum / steps;
  }

  private static Lab irn(int seed) {
    return scenario(seed).set(Presets.named("irn").orElseThrow().settings());
  }

  private static Lab roce(int seed) {
    return scenario(seed)
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(CongestionKnobs.ECN, "false")
        .set(TransportKnobs.MTU, "1024")
        .set(TransportKnobs.ACK_EVERY, "1")
        .set(PfcKnobs.XOFF, "220KB")
        .set(PfcKnobs.HEADROOM, "40KB");
  }

  /** What the paper measures. */
  private record Figures(double slowdown, double fctUs, double tailUs) {
    static Figures of(Lab.Outcome outcome) {
      return new Figures(
          mean(outcome, FlowResult::slowdown),
          mean(outcome, flow -> flow.fctPs() * 1e-6),
          outcome.flows().stream()
              .mapToDouble(flow -> flow.fctPs() * 1e-6)
              .sorted()
              .skip(outcome.flows().size() * 99L / 100)
              .findFirst()
              .orElseThrow());
    }

    private static double mean(Lab.Outcome outcome, ToDoubleFunction<FlowResult> what) {
      return outcome.flows().stream().mapToDouble(what).average().orElseThrow();
    }
  }

  @Test
  void shouldBeBetterThanRoceWithPfcByAsMuchAsThePaperSays() {
    Lab.Outcome irn = irn(1).run();
    Lab.Outcome roce = roce(1).run();
    assertThat(irn.flows()).allMatch(FlowResult::finished);
    assertThat(roce.flows()).allMatch(FlowResult::finished);
    assertThat(roce.drops()).isZero();
    assertThat(irn.drops()).isPositive();
    Figures ours = Figures.of(irn);
    Figures theirs = Figures.of(roce);
    IRN.row(
        "mean slowdown",
        Cells.number(ours.slowdown, 2),
        Cells.number(theirs.slowdown, 2),
        Cells.share(1 - ours.slowdown / theirs.slowdown, 0));
    IRN.row(
        "mean FCT, us",
        Cells.number(ours.fctUs, 0),
        Cells.number(theirs.fctUs, 0),
        Cells.share(1 - ours.fctUs / theirs.fctUs, 0));
    IRN.row(
        "99th percentile of FCT, us",
        Cells.number(ours.tailUs, 0),
        Cells.number(theirs.tailUs, 0),
        Cells.share(1 - ours.tailUs / theirs.tailUs, 0));
    IRN.row("packets dropped", Cells.count(irn.drops()), "0", "");
    IRN.row(
        "packets retransmitted",
        Cells.count(irn.run().counts().retransmissions()),
        Cells.count(roce.run().counts().retransmissions()),
        "");
    for (double ratio :
        List.of(
            ours.slowdown / theirs.slowdown,
            ours.fctUs / theirs.fctUs,
            ours.tailUs / theirs.tailUs)) {
      assertThat(1 - ratio).as("%s beside %s", ours, theirs).isBetween(0.06, 0.83);
    }
  }
}
