package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.plugin.CompiledControl;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.PortSeries;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.TraceQuantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example of a control that reads telemetry, held against its paper. */
final class PowerTcpTest {
  private static final Path POWER_TCP = Path.of("../examples/controls/PowerTcp.java");
  private static final double PACKET = 4200;

  /** A bandwidth-delay product at 100 Gb/s: 8 us of links, two packets and two ACKs on wires. */
  private static final double BDP = 116_000;

  /**
   * At rest power is (q + b T)/(b T) and all windows w together q + b T, so that w = w/power + beta
   * has one solution, the paper's: a queue q of all beta together, here a tenth of a
   * bandwidth-delay product each. A queue pair sends while less than its window is under way, and
   * so up to a packet more.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldHaveTheQueueOfItsPaper(int senders) throws IOException {
    RunResult result = run(senders);
    double beta = senders * BDP / 10;
    assertThat(mean(deepest(result).queueBytes())).isBetween(beta, beta + senders * PACKET);
    assertThat(mean(deepest(result).sentBytes()) * 8 / 2e-6)
        .as("bits a second")
        .isGreaterThan(99e9);
    List<Double> windows =
        result.traces().flows().stream()
            .map(trace -> window(trace, result.traces().count()))
            .sorted()
            .toList();
    assertThat(windows.getFirst()).isGreaterThan(0.95 * windows.getLast());
    assertThat(windows.stream().mapToDouble(each -> each).average().orElseThrow())
        .isBetween(0.9 * (BDP / senders + BDP / 10), 1.1 * (BDP / senders + BDP / 10));
  }

  private static RunResult run(int senders) throws IOException {
    String text =
        """
        fabric: {topology: single, hosts: %d, links: {rate: 100Gbps, delay: 2us}}
        congestion: {algorithm: own}
        run: {stop: 4ms, probes: 2us, trace: {flows: 0-%d}}
        workload: {type: incast, fanIn: %d, size: 100MB}
        """
            .formatted(senders + 1, senders - 1, senders);
    if (!(ScenarioReader.read(text, "power.yaml", List.of())
        instanceof ScenarioReader.Good(Scenario read))) {
      throw new AssertionError("not a scenario");
    }
    Scenario scenario =
        read.with(read.settings().with(PluginControlKnobs.NAME, CompiledControl.of(POWER_TCP)));
    return Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT);
  }

  private static PortSeries deepest(RunResult result) {
    return result.samples().ports().stream()
        .max((a, b) -> Double.compare(mean(a.queueBytes()), mean(b.queueBytes())))
        .orElseThrow();
  }

  private static double window(FlowTrace trace, int count) {
    return mean(
        IntStream.range(0, count)
            .mapToLong(i -> trace.at(TraceQuantity.WINDOW_BYTES, i))
            .toArray());
  }

  /** Over the second half. */
  private static double mean(long[] values) {
    return Arrays.stream(values, values.length / 2, values.length).average().orElse(0);
  }
}
