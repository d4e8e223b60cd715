package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Examples that show one thing, and what it has to be by what others say. */
final class ExampleRunsTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  private static RunResult run(String example, String... sets) throws IOException {
    Path file = EXAMPLES.resolve(example + ".yaml");
    ScenarioReader.Outcome read =
        ScenarioReader.read(Files.readString(file), file.toString(), List.of(sets));
    assertThat(read).isInstanceOf(ScenarioReader.Good.class);
    Scenario scenario = ((ScenarioReader.Good) read).scenario();
    return Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT)
        .balanced();
  }

  /**
   * An article: of packets 1 to 100 the second is late, and 3 to 100 wait in the buffer for it. RFC
   * 9293 has it so: what comes beyond a gap is kept until the gap is filled.
   */
  @Test
  void shouldHoldThreeToAHundredForTheSecond() throws IOException {
    RunResult run = run("head-of-line");
    assertThat(run.counts().dataPackets()).isEqualTo(101);
    assertThat(run.counts().retransmissions()).isEqualTo(1);
    assertThat(run.counts().streams().waitedPackets()).isEqualTo(98);
    assertThat(run.counts().streams().timeouts()).isZero();
    RunResult whole = run("head-of-line", "fabric.failures=[]");
    assertThat(whole.counts().streams().waitedPackets()).isZero();
    // From the last of the hundred to the second's repetition, which left when the fifth was heard
    // of.
    double later = (run.completionTimePs() - whole.completionTimePs()) * 1e-6;
    assertThat(later).as("us").isCloseTo(400 - 95 * 0.72, within(3.0));
  }

  /**
   * Pond (ASPLOS 2023): 70 to 90 ns more than local memory; Melody (ASPLOS 2025): 140 to 410 ns.
   */
  @Test
  void shouldLoadALineFromAPoolInAsLongAsOthersMeasured() throws IOException {
    double load = lastNs(run("cxl-pool", "workload.flows=[{from: pool, to: host-0, size: 64B}]"));
    assertThat(load).as("ns").isBetween(150.0, 300.0).isBetween(100.0 + 70, 110.0 + 90);
    double viaSwitch =
        lastNs(
            run(
                "cxl-pool",
                "workload.flows=[{from: pool, to: host-0, size: 64B}]",
                "fabric.switches.latency=50ns"));
    assertThat(viaSwitch - load).as("there and back").isCloseTo(100, within(0.1));
    double store =
        lastNs(
            run(
                "cxl-pool",
                "workload.flows=[{from: host-0, to: pool, size: 64B}]",
                "transport.operation=write"));
    assertThat(store).as("ns until it is known to be done").isBetween(100.0, 300.0);
  }

  /** Little's law: sixteen loads of 64 B under way on each core, and no more than the pool has. */
  @Test
  void shouldSharePoolsByLoadsUnderWay() throws IOException {
    double load = lastNs(run("cxl-pool", "workload.flows=[{from: pool, to: host-0, size: 64B}]"));
    double eight = 8 * 65_536 * 8 / lastNs(run("cxl-pool"));
    assertThat(eight).as("Gb/s").isCloseTo(8 * 16 * 64 * 8 / load, within(0.05 * eight));
    double more = 8 * 65_536 * 8 / lastNs(run("cxl-pool", "transport.outstanding=64"));
    assertThat(more).as("Gb/s").isCloseTo(614 * 64.0 / 85, within(0.05 * more));
  }

  private static double lastNs(RunResult run) {
    return run.completionTimePs() * 1e-3;
  }
}
