package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of some nodes by {@code --set knob@nodes=value}. */
final class NodeSettingTest {
  private static final String TEXT =
      """
      fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2}
      congestion: {kmin: 100KB, kmax: 400KB}
      overrides: [{select: leaf-1, congestion.kmin: 150KB}]
      workload: permutation
      """;

  private static String kmin(List<String> sets, String node) {
    Scenario scenario =
        ((ScenarioReader.Good) ScenarioReader.read(TEXT, "a.yaml", sets)).scenario();
    return scenario.fabric().nodes().stream()
        .filter(each -> each.name().equals(node))
        .map(each -> scenario.at(each).print(CongestionKnobs.KMIN).orElse(""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldLieOverTheEntriesOfTheFile() {
    List<String> sets = List.of("congestion.kmin@leaf-*=50KB", "congestion.kmax@leaf-*=1MB");
    assertThat(kmin(List.of(), "leaf-1")).isEqualTo("150KB");
    assertThat(kmin(sets, "leaf-1")).isEqualTo("50KB");
    assertThat(kmin(sets, "spine-0")).isEqualTo("100KB");
    assertThat(
            kmin(List.of("congestion.kmin@leaf-*=50KB", "congestion.kmin@leaf-1=60KB"), "leaf-1"))
        .isEqualTo("60KB");
    // each threshold alone contradicts the fabric's other one; together they are right
    assertThat(
            kmin(
                List.of("congestion.kmin@spine-*=500KB", "congestion.kmax@spine-*=1MB"), "spine-1"))
        .isEqualTo("500KB");
  }

  @Test
  void shouldJoinTheEntryOfTheSameNodes() {
    assertThat(kmin(List.of("congestion.kmin@leaf-1=60KB"), "leaf-1")).isEqualTo("60KB");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "congestion.kmin@=5KB | this is not KNOB@NODES=VALUE",
        "@leaf-*=5KB | this is not KNOB@NODES=VALUE",
        "congestion.kmin@laef-*=5KB | selects no node",
        "congestion.kmin@leaf-*=500KB | congestion.kmin",
        "congestion.kmim@leaf-*=5KB | congestion.kmin",
        "congestion.cnpInterval@leaf-*=5us | it applies to all nodes",
        "congestion.kmin@leaf-*=often | --set congestion.kmin@leaf-*=often",
      })
  void shouldSayWhatIsWrong(String set, String told) {
    ScenarioReader.Outcome outcome = ScenarioReader.read(TEXT, "a.yaml", List.of(set));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            ScenarioReader.Bad.class, bad -> assertThat(bad.problems().toString()).contains(told));
  }
}
