package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.Progress;
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
    return Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, Progress.SILENT).balanced();
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
}
