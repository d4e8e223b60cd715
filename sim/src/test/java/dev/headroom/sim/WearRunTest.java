package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules that run warm act on a run through what they do to links, and through nothing else. */
final class WearRunTest {
  private static Scenario scenario(String wear) {
    String text =
        """
        fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2, wear: [%s]}
        failure: {detection: 20us}
        transport: {recovery: selective-repeat}
        workload: {type: permutation, size: 8MB}
        run: {stop: 5ms}
        """
            .formatted(wear);
    return switch (ScenarioReader.read(text, "s.yaml", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }

  private static RunResult run(Scenario scenario) {
    return Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT);
  }

  @Test
  void shouldRunAsIfItsFailuresHadBeenListed() {
    Scenario warm =
        scenario("{link: leaf-0/*, airflow: 20%, from: 50us, timeConstant: 100us, relink: 30us}");
    Scenario told =
        new Scenario(
            warm.name(),
            warm.fabric(),
            warm.allFailures(),
            warm.settings(),
            warm.overrides(),
            warm.workload(),
            warm.flows());
    RunResult one = run(warm);
    assertThat(one.digest()).isEqualTo(run(told).digest());
    assertThat(one.digest()).isNotEqualTo(run(scenario("")).digest());
    assertThat(one.counts().drops()).containsKey(DropCause.LINK_DOWN);
  }

  @Test
  void shouldChangeNothingWhileModulesAreCool() {
    assertThat(run(scenario("{link: leaf-*/*}")).digest()).isEqualTo(run(scenario("")).digest());
  }

  @Test
  void shouldLoseAsManyFramesAsCodewordsAreBeyondRepair() {
    Scenario scenario = scenario("{link: host-0/*, lost: 2, relink: 1ms}");
    RunResult result = run(scenario);
    double perBit = scenario.failures(LinkQuality.class).getFirst().bitErrors();
    long frames =
        result.ports().stream()
            .filter(port -> scenario.fabric().nodes().get(port.node()).name().equals("host-0"))
            .mapToLong(port -> port.packets()[3])
            .sum();
    double expected = frames * -StrictMath.expm1(8 * 4178 * StrictMath.log1p(-perBit));
    long lost = result.counts().drops().getOrDefault(DropCause.BIT_ERROR, 0L);
    assertThat((double) lost).isCloseTo(expected, within(6 * Math.sqrt(expected) + 0.3 * expected));
    assertThat(lost).isPositive();
  }
}
