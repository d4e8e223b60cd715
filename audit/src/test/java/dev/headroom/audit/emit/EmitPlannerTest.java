package dev.headroom.audit.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.emit.EmitStep;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class EmitPlannerTest {
  private static final String LOSSLESS =
      """
      name: lossless
      fabric:
        topology: leaf-spine
        leaves: 2
        spines: 1
        hostsPerLeaf: 2
        switches: {dscpMap: "26=3,48=6"}
      congestion: {kmin: 250KB, kmax: 1MB, pmax: 0.104, algorithm: dcqcn, g: 0.00390625}
      pfc: {classes: [3], watchdog: {action: drop, detectionTime: 200ms, restorationTime: 400ms}}
      transport: {dscp: 26, class: 3}
      workload: {type: permutation, size: 1MiB}
      """;

  static Scenario scenario(String yaml) {
    return switch (ScenarioReader.read(yaml, "test.yaml", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  static EmitTargets languages(String... words) {
    return EmitTargets.of(
        Arrays.stream(words).map(word -> EmitLanguage.named(word).orElseThrow()).toList());
  }

  private static EmitPlan plan(String yaml, String... words) {
    return EmitPlanner.plan(scenario(yaml), EmitBundle.NONE, languages(words));
  }

  @Test
  void shouldPutSwitchesBeforeHostsAndTheWatchdogLast() {
    EmitPlan plan = plan(LOSSLESS, "sonic", "mlnx_qos", "mlx5-sysfs");

    assertThat(plan.phases()).isSorted();
    assertThat(plan.steps().getFirst().isSwitch()).isTrue();
    assertThat(plan.steps().getLast().step().step()).isEqualTo(EmitStep.WATCHDOG);
    assertThat(plan.steps())
        .filteredOn(step -> step.step().step() == EmitStep.PAUSE)
        .extracting(PlanStep::isSwitch)
        .isSortedAccordingTo((one, other) -> Boolean.compare(other, one));
  }

  @Test
  void shouldWriteEverythingThatTheScenarioSaysWithoutABundle() {
    EmitPlan plan = plan(LOSSLESS, "sonic", "mlx5-sysfs", "mlnx_qos");

    assertThat(plan.steps("leaf-0"))
        .extracting(step -> step.step().step())
        .contains(EmitStep.PAUSE, EmitStep.MARKING, EmitStep.CLASSES, EmitStep.WATCHDOG);
    assertThat(plan.rounded()).extracting(change -> change.knob()).contains("congestion.pmax");
    assertThat(plan.devices())
        .filteredOn(device -> !device.isSwitch())
        .allSatisfy(device ->
            assertThat(device.parts())
                .allSatisfy(part -> assertThat(part.emission().isEmpty()).isFalse()));
  }

  @Test
  void shouldDropARefusalThatAnotherLanguageMakesGood() {
    EmitPlan alone = plan(LOSSLESS, "mlxconfig");
    EmitPlan both = plan(LOSSLESS, "mlxconfig", "mlnx_qos");

    assertThat(both.refused().size()).isLessThanOrEqualTo(alone.refused().size());
    assertThat(both.refused()).extracting(change -> change.knob()).doesNotContain("pfc.classes");
  }

  @Test
  void shouldNameTheDevicesThatThereAre() {
    EmitTargets targets = new EmitTargets(languages("sonic").languages(), Set.of("leaf-9"));

    assertThatThrownBy(() -> EmitPlanner.plan(scenario(LOSSLESS), EmitBundle.NONE, targets))
        .isInstanceOf(EmitException.class)
        .hasMessageContaining("leaf-9")
        .hasMessageContaining("leaf-0");
  }

  @Test
  void shouldAskForLanguagesWhereNothingSaysThem() {
    assertThatThrownBy(() -> EmitPlanner.plan(scenario(LOSSLESS), EmitBundle.NONE, EmitTargets.ALL))
        .isInstanceOf(EmitException.class)
        .hasMessageContaining("sonic");
  }

  /** The switch between leaves that no input shows has no settings: those of the leaves count. */
  @Test
  void shouldAskOnlySwitchesThatInputsShow() {
    ScenarioKnobs.Common common =
        new ScenarioKnobs(
                scenario(
                    """
                    name: converted
                    fabric:
                      topology: graph
                      nodes:
                        hosts: [node1, node2]
                        switches: [leaf1, leaf2, spine-assumed]
                      links:
                        - {a: node1, b: leaf1, rate: 400Gbps, cable: 5m}
                        - {a: node2, b: leaf2, rate: 400Gbps, cable: 5m}
                        - {a: leaf1, b: spine-assumed, rate: 400Gbps, cable: 3m}
                        - {a: leaf2, b: spine-assumed, rate: 400Gbps, cable: 3m}
                    congestion: {algorithm: dcqcn}
                    pfc: {classes: [3]}
                    workload: {type: permutation, size: 16MiB}
                    overrides:
                      - {select: leaf1, pfc.headroom: 300000B}
                      - {select: leaf2, pfc.headroom: 300000B}
                    """))
            .common(false);
    assertThat(common.knobs()).containsKey("pfc.headroom");
    assertThat(common.different()).doesNotContain("pfc.headroom");
  }
}
