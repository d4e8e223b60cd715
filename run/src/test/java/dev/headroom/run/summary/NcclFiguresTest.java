package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.figures.NcclErrors;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run of NCCL's says in the words of nccl-tests, and of NCCL itself. */
final class NcclFiguresTest {
  private static final String TWO_MACHINES =
      """
      name: two machines
      fabric: {topology: rail-optimized, servers: 2, rails: 8, spines: 2}
      transport: {ackTimeout: 8, retryCount: 2}
      workload: {type: nccl, machine: dgx-h100, size: 16MiB, algorithm: ring}
      run: {stop: 100ms}
      """;

  private static Scenario scenario(String... sets) {
    return switch (ScenarioReader.read(TWO_MACHINES, "test", List.of(sets))) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static RunSummary run(Scenario scenario) {
    FlowStatistics tally = new FlowStatistics(scenario.fabric().hosts().size(), 1);
    RunResult result =
        Simulation.run(scenario, new RunOptions(1, 1, false), tally, (now, flows, packets) -> true);
    return RunSummary.of(scenario, result, tally);
  }

  /** nccl-tests, doc/PERFORMANCE.md: busbw of an all-reduce is algbw 2(n-1)/n. */
  @Test
  void shouldCountBandwidthAsNcclTestsDo() {
    RunSummary summary = run(scenario());
    CollectiveFigures figures =
        CollectiveFigures.of(summary.scenario(), summary.result()).orElseThrow();
    double seconds = summary.result().completionTimePs() * 1e-12;
    assertThat(figures.algbw()).isCloseTo((16 << 20) / seconds * 1e-9, within(1e-6));
    assertThat(figures.busbw()).isCloseTo(figures.algbw() * 2 * 15 / 16, within(1e-6));
    assertThat(NcclErrors.lines(summary.scenario(), summary.flows().unfinishedFlow(), 5)).isEmpty();
  }

  /** 3 ms and 10 us for each of sixteen channels. */
  @Test
  void shouldTakeNoLessThanCallingTakes() {
    Scenario scenario = scenario("workload.issue=3ms", "workload.issueChannel=10us");
    RunResult result = run(scenario).result();
    CollectiveFigures figures = CollectiveFigures.of(scenario, result).orElseThrow();
    assertThat(result.completionTimePs()).isLessThan(3_160_000_000L);
    assertThat(figures.timePs()).isEqualTo(3_160_000_000L);
    assertThat(CollectiveFigures.of(scenario("workload.issue=1us"), result).orElseThrow().timePs())
        .isEqualTo(result.completionTimePs());
  }

  @Test
  void shouldSayWhatNcclSaysOfAQueuePairThatGaveUp() {
    RunSummary summary =
        run(scenario("fabric.failures=[{link: host-1-rail-3/leaf-0-rail-3, down: 20us}]"));
    assertThat(CollectiveFigures.of(summary.scenario(), summary.result())).isEmpty();
    List<String> lines = NcclErrors.lines(summary.scenario(), summary.flows().unfinishedFlow(), 1);
    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst())
        .startsWith("host-0-rail-3 [3] NCCL WARN NET/IB: Got completion from peer 10.0.0.12<0>")
        .contains("status=IBV_WC_RETRY_EXC_ERR(12)")
        .endsWith("hca mlx5_3");
  }

  /** Memory that nobody has registered: what verbs and NCCL say, and what to do about it. */
  @Test
  void shouldSayWhatNcclSaysOfMemoryThatIsNotRegistered() {
    RunSummary summary = run(scenario("hosts.stages=detailed", "hosts.memory.registration=never"));
    assertThat(NcclErrors.lines(summary.scenario(), summary.flows().unfinishedFlow(), 1).getFirst())
        .contains("status=IBV_WC_LOC_PROT_ERR(4) opcode=IBV_WC_SEND(0) vendor_err=81");
    assertThat(summary.headline().kind()).isEqualTo(Headline.Kind.QP_ERRORS);
    assertThat(summary.headline().text())
        .contains(
            "failed: local protection error (IBV_WC_LOC_PROT_ERR): its memory is not registered"
                + " (hosts.memory.registration never)",
            "Register the memory before use, which pins it (ibv_reg_mr)");
    assertThat(NextStep.after(summary).orElseThrow().values())
        .containsExactly("never", "ahead", "on-demand");
    RunSummary remote =
        run(
            scenario(
                "hosts.stages=detailed",
                "hosts.memory.lostAt=20us",
                "overrides=[{select: host-0*, hosts.memory.lostAt: 90s}]"));
    assertThat(NcclErrors.lines(remote.scenario(), remote.flows().unfinishedFlow(), 99))
        .isNotEmpty()
        .allMatch(line ->
            line.contains("status=IBV_WC_REM_ACCESS_ERR(10) opcode=IBV_WC_SEND(0) vendor_err=136"));
    assertThat(remote.headline().text()).contains("Keep a region registered until");
  }

  /** The QP that gave up is named before what could not be sent since; the GPUs say who waits. */
  @Test
  void shouldSayWhoWaitsForWhomInACollective() {
    RunSummary summary =
        run(
            scenario(
                "fabric.failures=[{link: host-1-rail-3/leaf-0-rail-3, down: 20us}]",
                "workload.algorithm=ring",
                "workload.protocol=simple"));
    assertThat(summary.flows().unfinishedFlow().getFirst().reason())
        .startsWith("transport retry counter exceeded");
    JobResult job = summary.workload().figures().job().orElseThrow();
    JobResult.Waiting first = job.waiting().getFirst();
    assertThat(first.gpu()).isIn(3, 11);
    assertThat(JobWaitText.waitReason(first))
        .matches("(a message from|its own message to) GPU (3|11), in step \\d+ of \\d+");
    assertThat(first.sincePs()).isBetween(1L, summary.result().endPs());
    assertThat(JobText.waitSentence(summary.workload().figures()).orElseThrow())
        .contains("16 GPUs did not finish; GPU " + first.gpu() + " has waited for")
        .doesNotContain("called");
    assertThat(JobWaitText.errorLines(job, 1)).isEmpty();
  }
}
