package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transports over links that lose packets in both directions, and Falcon's PLB on colliding paths.
 * Two hosts send each other 100 MB at 100 Gb/s; goodput is the mean over both directions and five
 * seeds.
 */
@Tag("whole")
final class LossyTransportsTest {
  private static final ResultTable GOODPUT =
      ResultTable.of(
          "lossy-transports",
          LossyTransportsTest.class,
          "loss per link",
          "RoCEv2, go-back-N",
          "Falcon, RACK-TLP",
          "Falcon, EACK",
          "SRD");
  private static final ResultTable PATHS =
      ResultTable.of(
          "falcon-plb",
          LossyTransportsTest.class,
          "last flow of a permutation, ms",
          "seed 1",
          "seed 2",
          "seed 3");

  private static final long BYTES = 100_000_000;
  private static final int SEEDS = 5;

  private static double goodput(String preset, String recovery, String timeout, double loss) {
    double sum = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Lab lab = new Lab();
      int a = lab.host();
      int b = lab.host();
      int hub = lab.device();
      lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
      if (!preset.isEmpty()) {
        lab.set(Presets.named(preset).orElseThrow().settings());
      }
      if (!recovery.isEmpty()) {
        lab.set(FalconKnobs.RECOVERY, recovery);
      }
      if (!timeout.isEmpty()) {
        lab.set(TransportKnobs.ACK_TIMEOUT, timeout);
      }
      Lab.Outcome outcome =
          lab.set(RunKnobs.SEED, "" + seed).flow(0, 1, BYTES, 0).flow(1, 0, BYTES, 0).run();
      assertThat(outcome.flows()).allMatch(FlowResult::finished);
      for (FlowResult flow : outcome.flows()) {
        sum += BYTES * 8e3 / flow.completedPs() / 2 / SEEDS;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0005, 0.001, 0.0025, 0.005})
  void shouldLoseGoodputWithPackets(double loss) {
    List<Double> all = row(Cells.share(loss, 2), "", loss);
    assertThat(all.get(3)).as("SRD").isGreaterThan(90);
    assertThat(all.get(1)).as("Falcon").isGreaterThan(50);
  }

  @Test
  void shouldLoseLessWithAShorterTimeout() {
    List<Double> all = row("1.00 %, `transport.ackTimeout: 7` for RoCEv2", "7", 0.01);
    assertThat(all.getFirst()).as("RoCEv2").isBetween(10.0, 60.0);
  }

  private static List<Double> row(String key, String timeout, double loss) {
    List<Double> all =
        List.of(
            goodput("", "", timeout, loss),
            goodput("falcon", "rack-tlp", "", loss),
            goodput("falcon", "eack", "", loss),
            goodput("srd", "", "", loss));
    GOODPUT.row(key, all.stream().map(each -> Cells.number(each, 1)).toArray());
    return all;
  }

  /** 16 hosts over 4 spines, 20 MB each to the host four further on. */
  @ParameterizedTest
  @CsvSource({
    "paths of ECMP (`transport.falcon.plb: false`), false, 12",
    "PLB, true, 12",
    "PLB after three congested round trips (`plbRounds: 3`), true, 3"
  })
  void shouldLeaveCongestedPaths(String title, String plb, String rounds) {
    List<Double> lastMs = new ArrayList<>();
    for (int seed = 1; seed <= 3; seed++) {
      Lab lab =
          Lab.shape(
                  "leaf-spine",
                  "fabric.leaves=4",
                  "fabric.spines=4",
                  "fabric.hostsPerLeaf=4",
                  "fabric.links.rate=100Gbps")
              .set(Presets.named("falcon").orElseThrow().settings())
              .set(FalconKnobs.PATH_CHANGE, plb)
              .set(FalconKnobs.PLB_ROUNDS, rounds)
              .set(RunKnobs.SEED, "" + seed);
      for (int host = 0; host < 16; host++) {
        lab.flow(host, (host + 4) % 16, 20_000_000, 0);
      }
      lastMs.add(lab.run().run().completionTimePs() * 1e-9);
    }
    PATHS.row(title, lastMs.stream().map(each -> Cells.number(each, 2)).toArray());
    assertThat(lastMs).allMatch(each -> each < 8);
  }
}
