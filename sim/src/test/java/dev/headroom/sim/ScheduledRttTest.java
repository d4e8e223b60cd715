package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.control.BaseRtt;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Controls that learn from delay, in a fabric where packets wait at their leaf for credit. */
final class ScheduledRttTest {
  private static final String PERMUTATION =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 4, links: {rate: 100Gbps, delay: 500ns}}
      workload: {type: permutation, size: 2MB}
      routing: {algorithm: cells}
      """;

  private static Scenario scenario(String... sets) {
    ScenarioReader.Outcome read = ScenarioReader.read(PERMUTATION, "p.yaml", List.of(sets));
    return ((ScenarioReader.Good) read).scenario();
  }

  private static long completionPs(String... sets) {
    return Simulation.run(scenario(sets), RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT)
        .balanced()
        .completionTimePs();
  }

  /** They do not take the wait for credit for queues: 8.6 ms without it in the base RTT. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"rtt-probe", "hpcc", "swift"})
  void shouldNotTakeTheWaitForCreditForQueues(String control) {
    long told = completionPs("congestion=" + control, "congestion.baseRtt=20us");
    assertThat(completionPs("congestion=" + control)).isLessThan(told * 5 / 4);
  }

  /** A packet and its ACK each wait for a request and a grant between the leaves. */
  @Test
  void shouldCountTheWayBetweenLeavesThreeTimes() {
    long cells = BaseRtt.of(scenario(), 4244);
    long unscheduled = BaseRtt.of(scenario("routing.voq=false"), 4244);
    long hosts = 2 * (2 * 500_000 + (long) (4244 * 8e12 / 100e9));
    assertThat(cells - hosts).isEqualTo(3 * (unscheduled - hosts));
  }
}
