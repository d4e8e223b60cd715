package dev.headroom.prove.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.text.BadInputException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanFileTest {
  private static BurnInPlan read(String text) {
    return PlanFile.read(text, "plan.yaml", name -> Optional.empty());
  }

  @Test
  void shouldReadAPlan() {
    BurnInPlan plan =
        read(
            """
            name: two nodes
            level: standard
            slice: 60s
            targets:
              - {host: node7, address: 10.0.0.7, device: mlx5_0, rate: 200Gbps}
              - {host: node8..9}
            steps:
              loopback: {duration: 1.5h, tool: perftest}
              signoff: {duration: 30min}
            runner: {way: ssh, user: root, gidIndex: 3}
            """);

    assertThat(plan.level()).isEqualTo(Level.STANDARD);
    assertThat(plan.targets())
        .extracting(Target::name)
        .containsExactly("node7:mlx5_0", "node8", "node9");
    assertThat(plan.seconds()).isEqualTo(7200);
    assertThat(plan.steps())
        .extracting(StepPlan::step)
        .containsExactly(Step.LOOPBACK, Step.SIGNOFF);
    assertThat(plan.runner())
        .isEqualTo(new RunnerPlan(Way.SSH, "root", "", "burnin-%h", 3, List.of(HostTool.values())));
  }

  @Test
  void shouldNameEveryProblemWithItsPlace() {
    assertThatThrownBy(() ->
            read(
                """
                name: wrong
                slice: 10min
                targets:
                  - {host: node1, rate: 400GB}
                  - {host: node1}
                steps:
                  loopbak: {duration: 4h}
                  pulse: {duration: soon}
                """))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("plan.yaml:4:25: targets.rate: '400GB' is not a rate")
        .hasMessageContaining(
            "plan.yaml:7:3: steps.loopbak: there is no such key; did you mean 'loopback'?")
        .hasMessageContaining("plan.yaml:8:21: steps.pulse.duration: 'soon' is not a duration");
  }

  @Test
  void shouldNameValuesThatDoNotFit() {
    assertThatThrownBy(() ->
            read(
                """
                name: wrong
                slice: 10min
                targets: [{host: node1..2, address: 10.0.0.1}, {host: node2}]
                steps: {signoff: {duration: 0s}}
                rehearsal: {scenario: none.yaml}
                """))
        .hasMessageContaining("plan.yaml:2:8: slice: 10min is out of range; 1s to 300s")
        .hasMessageContaining("one address for 2 hosts")
        .hasMessageContaining("'node2' is there twice")
        .hasMessageContaining("steps.signoff.duration: 0s is out of range")
        .hasMessageContaining("plan.yaml:5:23: rehearsal.scenario: there is no file 'none.yaml'");
  }
}
