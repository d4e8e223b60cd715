package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collectives of engines in NICs against arithmetic. */
final class NicCollectiveRunTest {
  /** Of 400 Gb/s, with MTU 4096. */
  private static final double GOODPUT_GBPS = 392;

  private static RunResult run(RunOptions options, String... sets) {
    String text =
        """
        fabric: {topology: single, hosts: 6, links: {rate: 400Gbps, cable: 30m}}
        congestion: none
        workload: {type: nic-collective, size: 24MiB}
        """;
    return switch (ScenarioReader.read(text, "test", List.of(sets))) {
      case ScenarioReader.Good good -> run(good.scenario(), options);
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static RunResult run(Scenario scenario, RunOptions options) {
    RunResult result = Simulation.run(scenario, options, flow -> {}, (now, flows, packets) -> true);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result;
  }

  private static double us(String... sets) {
    return run(new RunOptions(1, 1, false), sets).schedules().getFirst().donePs() * 1e-6;
  }

  /**
   * S(n-1)/n goes by while sums are made, at the speed of engine or link, and as much again at that
   * of the link, the first of six chunks while a slow engine still adds; with 6 NICs of an engine
   * each, as Ma et al. built them.
   */
  @ParameterizedTest
  @CsvSource({
    "all-reduce, 1Tbps",
    "all-reduce, 400Gbps",
    "all-reduce, 100Gbps",
    "reduce-scatter, 40Gbps",
    "all-gather, 40Gbps"
  })
  void shouldTakeAsLongAsEnginesAndLinksDo(String collective, String rate) {
    double part = 24 * 1024 * 1024 * 8 * 5.0 / 6 * 1e-3;
    double engine = Math.min(GOODPUT_GBPS, rate.equals("1Tbps") ? 1000 : gbps(rate));
    double adding = collective.equals("all-gather") ? 0 : part / engine;
    double passing = collective.equals("reduce-scatter") ? 0 : part / GOODPUT_GBPS;
    double hidden = adding > 0 && engine < GOODPUT_GBPS ? passing / 5 : 0;
    assertThat(us("workload.collective=" + collective, "workload.reduceRate=" + rate))
        .isCloseTo(adding + passing - hidden, Percentage.withPercentage(2));
  }

  private static double gbps(String rate) {
    return Double.parseDouble(rate.replace("Gbps", ""));
  }

  /** A small one is 2(n-1) times a message and an engine's latency. */
  @Test
  void shouldPayForAnEngineInEachStep() {
    double without = us("workload.size=6KiB", "workload.engineLatency=0ns");
    double with = us("workload.size=6KiB", "workload.engineLatency=1us");
    assertThat(with - without).isCloseTo(10, Percentage.withPercentage(1));
  }

  /** A ring of engines sends what any ring does: nothing is saved on the wire. */
  @Test
  void shouldSendWhatRingsOfHostsSend() {
    RunResult engines = run(new RunOptions(1, 1, false), "workload.piece=1GiB");
    RunResult ring = run(new RunOptions(1, 1, false), "workload={type: all-reduce, size: 24MiB}");
    assertThat(engines.counts().dataPackets()).isEqualTo(ring.counts().dataPackets());
  }

  @Test
  void shouldNotDependOnThreadsOrPartitions() {
    String alone = run(new RunOptions(1, 1, false), "workload.reduceRate=200Gbps").digest();
    assertThat(run(new RunOptions(2, 3, false), "workload.reduceRate=200Gbps").digest())
        .isEqualTo(alone);
  }
}
