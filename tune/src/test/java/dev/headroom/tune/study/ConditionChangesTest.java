package dev.headroom.tune.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.tune.trial.ScenarioText;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConditionChangesTest {
  private static List<ConditionChange> changes(String yaml) {
    ScenarioText text = SmallStudy.text(yaml);
    return ConditionChanges.of(text, ((ScenarioReader.Good) text.read(List.of())).scenario());
  }

  @Test
  void shouldFailALinkThatHasAnother() {
    List<ConditionChange> found =
        changes(
            """
            fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2}
            workload: {type: permutation, size: 1MiB}
            """);

    assertThat(found).extracting(ConditionChange::name).contains("link-down", "longer-messages");
    assertThat(found.getFirst().description()).startsWith("link leaf-0/spine-0 is down");
    assertThat(found.getLast().overrides()).containsExactly("workload.size=2097152B");
  }

  @Test
  void shouldChangeLoadAndMixOfEachEntry() {
    List<ConditionChange> found =
        changes(
            """
            fabric: {topology: single, hosts: 8}
            workload:
              - {type: poisson, sizes: WebSearch, load: 0.4, duration: 1ms}
              - {type: poisson, sizes: 10KB, load: 0.9, duration: 1ms}
            """);

    assertThat(found)
        .containsExactly(
            new ConditionChange(
                "more-load",
                "a quarter more load",
                List.of("workload.0.load=0.5", "workload.1.load=0.95")),
            new ConditionChange(
                "other-mix", "sizes of AliStorage", List.of("workload.0.sizes=AliStorage")));
  }

  @Test
  void shouldLeaveOutALinkWithoutAnotherWay() {
    assertThat(
            changes(
                """
                fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 2}
                workload: permutation
                """))
        .isEmpty();
  }
}
