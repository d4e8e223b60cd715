package dev.headroom.tune.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwitchTiersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{topology: leaf-spine, leaves: 12, spines: 2, hostsPerLeaf: 2} | leaf-*,spine-*",
        "{topology: leaf-spine, leaves: 12, spines: 1, hostsPerLeaf: 2} | leaf-*,spine-0",
        "{topology: fat-tree, k: 4} | edge-*,agg-*,core-*",
        "{topology: single, hosts: 4} | switch-0",
      })
  void shouldSelectTheSwitchesOfEachTier(String fabric, String patterns) {
    assertThat(tiers(fabric)).containsExactly(patterns.split(","));
  }

  private static List<String> tiers(String fabric) {
    return SwitchTiers.of(
        ((ScenarioReader.Good)
                ScenarioReader.read(
                    "fabric: " + fabric + "\nworkload: permutation", "a.yaml", List.of()))
            .scenario()
            .fabric());
  }
}
