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
        .isEqualTo(
            new RunnerPlan(
                Way.SSH,
                "root",
                "",
                "burnin-%h",
                List.of(),
                3,
                List.of(HostTool.values()),
                Optional.empty()));
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

  @Test
  void shouldNameNumbersThatAreOutOfRange() {
    assertThatThrownBy(() ->
            read(
                """
                name: wrong
                targets: [{host: node5..1}]
                steps: {loopback: {duration: 1min}}
                runner: {way: local, gidIndex: 99999999999}
                """))
        .hasMessageContaining("plan.yaml:2:18: targets.host: 'node5..1' ends before it begins")
        .hasMessageContaining("runner.gidIndex: 99999999999 is out of range; 0 to 65535");
  }

  @Test
  void shouldReadACommandAndACollective() {
    RunnerPlan runner =
        read("""
        name: containers
        targets: [{host: c1}]
        steps: {checks: {duration: 1min}}
        runner:
          way: command
          command: [docker, exec, -i, '%h', sh, -s]
          collective: {launcher: mpirun, article: 380GB/s, standard: 350.5 GB/s}
        """)
            .runner();
    assertThat(runner.command()).containsExactly("docker", "exec", "-i", "%h", "sh", "-s");
    assertThat(runner.collective())
        .contains(
            new CollectivePlan(
                CollectivePlan.Launcher.MPIRUN, 8, "all_reduce_perf", List.of(), 380, 350.5));
    assertThatThrownBy(() ->
            read(
                """
                name: wrong
                targets: [{host: c1}]
                steps: {loopback: {duration: 1min}}
                runner:
                  way: command
                  collective: {launcher: srun, ranksPerHost: 0, article: 350GB/s, standard: 380GB/s}
                """))
        .hasMessageContaining("plan.yaml:5:8: runner.command: this way has no command")
        .hasMessageContaining("runner.collective: it is a part of step checks")
        .hasMessageContaining("runner.collective.ranksPerHost: 0 is out of range; 1 to 64")
        .hasMessageContaining("standard: 380GB/s is stricter than the article's 350GB/s");
    assertThatThrownBy(() ->
            read(
                """
                name: wrong
                targets: [{host: c1}]
                steps: {loopback: {duration: 1min}}
                runner: {way: ssh, command: [ssh]}
                """))
        .hasMessageContaining("runner.command: no other way has a command");
  }
}
