package dev.headroom.model.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RailContentionTest {
  private static final long SIZE = 4096;

  /** An article's table: 98, 95 and 89 % of lines of 800 Gb/s; headers make the first of them. */
  @ParameterizedTest
  @CsvSource({"1, 0.98", "2, 0.95", "4, 0.89"})
  void shouldMakeTheArticlesOwnNumbers(int rails, double share) {
    Scenario scenario = rails(rails, "rails-article");
    double payload = 4096.0 / (4096 + 82);
    double left = SIZE * 8e12 / at(scenario).writePs(SIZE) / 800e9;
    assertThat(Math.min(left, payload)).isCloseTo(share, within(0.005));
  }

  @Test
  void shouldLeaveNicsAloneThatNobodySlows() {
    Scenario scenario = rails(4, "rails-shared");
    PciePath alone = PciePaths.of(scenario.settings()).orElseThrow();
    assertThat(at(scenario)).isEqualTo(alone);
    assertThat(SharedUplinks.of(scenario)).allSatisfy(nics -> assertThat(nics).hasSize(4));
  }

  /** Of n NICs each has 1 - (n - 1) c of its port, as long as anything is left. */
  @ParameterizedTest
  @CsvSource({"4, 0.33, true", "4, 0.34, false", "4, 1, false", "2, 0.5, true", "1, 1, true"})
  void shouldRefuseToTakeAll(int rails, double each, boolean isRight) {
    ScenarioReader.Outcome outcome = read(rails, "hosts.pcie.railContention=" + each);
    assertThat(outcome instanceof ScenarioReader.Good).isEqualTo(isRight);
    switch (outcome) {
      case ScenarioReader.Good good -> {
        double left = SIZE * 8e12 / at(good.scenario()).writePs(SIZE) / 800e9;
        double payload = 4096.0 / (4096 + 82);
        assertThat(left)
            .isCloseTo(rails == 1 ? left : (1 - (rails - 1) * each) * payload, within(0.001));
      }
      case ScenarioReader.Bad bad ->
          assertThat(bad.problems().getFirst().toString())
              .contains("hosts.pcie.railContention", "of its port rate, which is not above zero");
    }
  }

  private static PciePath at(Scenario scenario) {
    Node host = scenario.fabric().hosts().getFirst();
    return RailContention.at(scenario, host, PciePaths.of(scenario.at(host)).orElseThrow());
  }

  private static Scenario rails(int rails, String preset) {
    return switch (read(rails, "preset=" + preset)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  private static ScenarioReader.Outcome read(int rails, String set) {
    String text =
        """
        fabric: {topology: rail-optimized, servers: 2, rails: %d, spines: 1, links: {rate: 800Gbps}}
        hosts: {stages: detailed, pcie: {generation: 6, maxPayload: 512}}
        workload: {type: permutation}
        """
            .formatted(rails);
    return ScenarioReader.read(text, "test", List.of(set));
  }
}
