package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The preset spectrum-x beside RoCE with ECMP and DCQCN. */
final class SpectrumTest {
  private static final String PERMUTATION =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 4, links: {rate: 400Gbps, delay: 500ns}}
      workload: {type: permutation, size: 8MB}
      """;

  private static long completionPs(String... sets) {
    ScenarioReader.Outcome read = ScenarioReader.read(PERMUTATION, "p.yaml", List.of(sets));
    Scenario scenario = ((ScenarioReader.Good) read).scenario();
    return Simulation.run(scenario, RunOptions.DEFAULT, flow -> {}, ProgressListener.SILENT)
        .balanced()
        .completionTimePs();
  }

  /** Flows of ECMP share links by chance; spread over all of them each has one to itself. */
  @Test
  void shouldBeatEcmpAndDcqcnOnAPermutation() {
    long spectrum = completionPs("preset=spectrum-x");
    assertThat(spectrum).isLessThan(completionPs() * 2 / 3);
    double linePs = 8_000_000 * 8e12 / 400e9;
    assertThat((double) spectrum).isLessThan(1.25 * linePs);
  }

  @Test
  void shouldKeepItsClassesLossless() {
    Settings settings = Presets.named("spectrum-x").orElseThrow().settings();
    assertThat(settings.asMap().keySet())
        .containsExactlyInAnyOrder(
            "routing.algorithm", "transport.recovery", "congestion.algorithm");
  }
}
