package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JobRunTest {
  private static final RunOptions ALONE = new RunOptions(1, 1, false);
  private static final String SMALL =
      "type: training, layers: 4, hidden: 512, sequence: 256, vocabulary: 1024, bucket: 1000000";

  private static final String PAT =
      "type: nccl, perMachine: 1, collective: all-gather, size: 1MiB, algorithm: pat,"
          + " inPlace: true";

  private static final String JOB_OF_PAT = "type: steps, tensor: 8, script: data all-gather 1MiB";

  private static Scenario scenario(int machines, String workload, String... sets) {
    String text =
        """
        name: test
        fabric:
          topology: rail-optimized
          servers: %d
          rails: 8
          serversPerPod: 2
          spines: 4
          links: {rate: 200Gbps, cable: 30m}
        run: {stop: 100s}
        workload: {machine: dgx-a100, %s}
        """
            .formatted(machines, workload);
    return switch (ScenarioReader.read(text, "test", List.of(sets), file -> Optional.empty())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static RunResult run(Scenario scenario, RunOptions options) {
    return Simulation.run(scenario, options, flow -> {}, (now, flows, packets) -> true);
  }

  private static JobResult job(int machines, String workload) {
    RunResult result = run(scenario(machines, workload), ALONE);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result.schedules().getFirst().job().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SMALL + ", tensor: 8, microBatches: 2",
        SMALL + ", tensor: 4, pipeline: 2, microBatches: 3, queuePairs: 2",
        SMALL + ", tensor: 2, expert: 4, experts: 8, microBatches: 1, overlap: false",
        SMALL + ", tensor: 8, pipeline: 4, slowGpu: 3, sequenceParallel: false"
      })
  void shouldNotDependOnThreadsOrPartitions(String workload) {
    Scenario scenario = scenario(4, workload);
    RunResult alone = run(scenario, ALONE);
    assertThat(alone.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    List<String> others = new ArrayList<>();
    for (int partitions : new int[] {2, 5, 12}) {
      others.add(run(scenario, new RunOptions(2, partitions, false)).digest());
    }
    assertThat(others).containsOnly(alone.digest());
  }

  /**
   * A pipeline of p stages idles (p-1)/m of the time that m micro-batches compute: Narayanan et
   * al., SC 2021, section 2.2.1. Computing takes so long here that messages hardly count.
   */
  @ParameterizedTest
  @CsvSource({"1, 4", "2, 4", "4, 4", "4, 16", "4, 2"})
  void shouldIdleAsLongAsThePipelineFillsAndDrains(int stages, int microBatches) {
    String workload =
        "type: training, layers: 8, hidden: 64, sequence: 128, vocabulary: 8, tensor: 8,"
            + " pipeline: %d, microBatches: %d, tflops: 0.001, utilisation: 0.1"
                .formatted(stages, microBatches);
    JobResult job = job(4, workload);
    long computed = job.gpus().getFirst().computedPs();
    double bubble = (double) (stages - 1) / microBatches;
    assertThat((double) job.donePs())
        .isCloseTo(computed * (1 + bubble), Percentage.withPercentage(1));
  }

  /**
   * What a stage waits for another that has not begun to send is the bubble, and no communication:
   * it is (p-1)/m of what the first stage computes. What is on its way takes as long as the network
   * needs for it.
   */
  @Test
  void shouldTellTheBubbleFromDataOnItsWay() {
    String workload =
        "type: training, layers: 8, hidden: 512, sequence: 4096, vocabulary: 8, tensor: 8,"
            + " pipeline: 4, microBatches: 4, tflops: 0.1, utilisation: 1";
    JobResult job = job(4, workload);
    JobResult.Gpu first = job.gpus().getFirst();
    assertThat((double) first.bubblePs())
        .isCloseTo(0.75 * first.computedPs(), Percentage.withPercentage(2));
    assertThat(first.exposedPs()).isGreaterThan(first.bubblePs());
    // 512 KiB of each GPU for each micro-batch over a NIC of 200 Gb/s
    assertThat(job.calls())
        .filteredOn(calls -> calls.kind().equals("gradients-in"))
        .singleElement()
        .satisfies(calls -> {
          assertThat(calls.exposedPs()).isLessThan(calls.bubblePs() / 100);
          assertThat(calls.busBytesPerSecond()).isBetween(3e9, 25e9);
        });
  }

  /** A GPU that dies leaves the others waiting until the run ends. */
  @Test
  void shouldCountWaitingUntilTheEnd() {
    RunResult result =
        run(scenario(2, SMALL + ", tensor: 8, microBatches: 2, deadGpu: 9", "run.stop=1s"), ALONE);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    JobResult job = result.schedules().getFirst().job().orElseThrow();
    for (int rank = 0; rank < job.gpus().size(); rank++) {
      JobResult.Gpu gpu = job.gpus().get(rank);
      if (rank == 9) {
        assertThat(gpu.computedPs() + gpu.exposedPs()).isLessThan(result.endPs() / 2);
      } else if (gpu.donePs() < 0) {
        assertThat(gpu.computedPs() + gpu.exposedPs()).isEqualTo(result.endPs());
      }
    }
    assertThat(job.gpus()).filteredOn(gpu -> gpu.donePs() < 0).hasSizeGreaterThan(1);
  }

  /** A script's time is its own computing and what it waits for; nothing is lost between. */
  @Test
  void shouldAccountForAllOfTheTime() {
    JobResult job = job(2, SMALL + ", tensor: 8, microBatches: 2");
    for (JobResult.Gpu gpu : job.gpus()) {
      assertThat(gpu.computedPs() + gpu.exposedPs()).isEqualTo(gpu.donePs());
    }
    long exposed =
        job.calls().stream().mapToLong(calls -> calls.exposedPs() + calls.bubblePs()).sum();
    double mean = job.gpus().stream().mapToLong(JobResult.Gpu::exposedPs).average().orElseThrow();
    assertThat((double) exposed).isCloseTo(mean, Percentage.withPercentage(0.001));
  }

  /** A group of one GPU each; a job that begins late was done before it began. */
  @Test
  void shouldTakeNoTimeWhereThereIsNothingToDo() {
    JobResult job =
        job(
            2,
            "type: steps, tensor: 4, expert: 4, script: expert-data all-gather 1MiB, start: 5us");
    assertThat(job.stepPs()).isZero();
    assertThat(job.gpus()).allSatisfy(gpu -> assertThat(gpu.donePs()).isEqualTo(5_000_000));
  }

  /** What is to be computed takes no time: the run is as long as the job takes to begin. */
  @Test
  void shouldRunUntilAJobBeginsThatHasNothingToDo() {
    String late = "type: steps, tensor: 4, script: compute 0ns, start: 1056ps";
    RunResult result = run(scenario(2, late), ALONE);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    assertThat(result.completionTimePs()).isEqualTo(1056);
    assertThat(result.endPs()).isGreaterThanOrEqualTo(1056);
    assertThat(run(scenario(2, late, "run.stop=1ns"), ALONE).outcome())
        .isEqualTo(RunResult.Outcome.UNFINISHED);
  }

  /** 16 MiB all-reduced by NCCL alone, and as the only call of a script. */
  @Test
  void shouldTakeAsLongAsTheCollectiveAlone() {
    long alone = run(scenario(4, "type: nccl, size: 16MiB"), ALONE).completionTimePs();
    JobResult job = job(4, "type: steps, script: all all-reduce 16MiB");
    assertThat((double) job.donePs()).isCloseTo(alone, Percentage.withPercentage(2));
    assertThat(job.calls()).hasSize(1);
    assertThat(job.calls().getFirst().busBytesPerSecond())
        .isCloseTo(
            (16 << 20) * 2 * 31 / 32.0 / (job.donePs() * 1e-12), Percentage.withPercentage(2));
  }

  /** Beside tensor parallelism a data-parallel group has one GPU a machine: NCCL takes PAT. */
  @Test
  void shouldRunPatInDataParallelGroups() {
    double alonePs = run(scenario(8, PAT, "fabric.rails=1"), ALONE).completionTimePs();
    JobResult job = job(8, JOB_OF_PAT);
    // A job is done with its data, a collective alone when the last ACK is back, too.
    assertThat((double) job.donePs()).isCloseTo(alonePs, Percentage.withPercentage(4));
    int messages = scenario(8, PAT, "fabric.rails=1").flows().flows();
    Scenario ring = scenario(8, PAT.replace("pat", "ring"), "fabric.rails=1");
    assertThat(scenario(8, JOB_OF_PAT).flows().flows()).isEqualTo(8 * messages);
    assertThat(ring.flows().flows()).isGreaterThan(messages);
  }

  @Test
  void shouldHideWhatOverlapsWithComputing() {
    String calls = "type: steps, script: \"%s\"";
    JobResult hidden =
        job(2, calls.formatted("start data all-reduce 8MiB\\ncompute 10ms\\nawait data"));
    JobResult exposed = job(2, calls.formatted("data all-reduce 8MiB\\ncompute 10ms"));
    assertThat(hidden.donePs()).isEqualTo(10_000_000_000L);
    assertThat(hidden.calls().getFirst().exposedPs()).isZero();
    double busy = hidden.calls().getFirst().busyPs();
    assertThat(exposed.donePs() - 1e10).isCloseTo(busy, Percentage.withPercentage(5));
    assertThat((double) exposed.calls().getFirst().exposedPs())
        .isCloseTo(busy, Percentage.withPercentage(5));
  }

  @Test
  void shouldWaitForTheSlowest() {
    String script = "type: steps, script: \"compute 1ms\\nall all-reduce 1KiB\"";
    JobResult even = job(2, script);
    JobResult uneven = job(2, script + ", slowGpu: 9, slowBy: 3");
    assertThat((double) uneven.donePs() - even.donePs())
        .isCloseTo(2e9, Percentage.withPercentage(1));
    assertThat(uneven.gpus().get(9).exposedPs()).isLessThan(uneven.gpus().get(8).exposedPs());
  }

  @Test
  void shouldSayWhoWaitsForADeadGpu() {
    RunResult result = run(scenario(2, SMALL + ", tensor: 8, deadGpu: 11, deadAfter: 0.3"), ALONE);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    JobResult job = result.schedules().getFirst().job().orElseThrow();
    assertThat(job.waiting()).hasSize(16);
    assertThat(job.donePs()).isEqualTo(-1);
    for (JobResult.Waiting waiting : job.waiting()) {
      if (waiting.gpu() == 11) {
        assertThat(waiting.reason()).isEqualTo(new GpuWait.Nothing());
        continue;
      }
      assertThat(waiting.reason()).isInstanceOf(GpuWait.Call.class);
      GpuWait.Call call = (GpuWait.Call) waiting.reason();
      if (waiting.gpu() / 8 == 1) {
        assertThat(call.group()).isEqualTo("tensor");
        assertThat(call.absent()).containsExactly(11);
      } else {
        assertThat(call.group()).isEqualTo("data");
      }
    }
    assertThat(job.waiting().getFirst().gpu()).as("the longest").isIn(8, 9, 10, 11, 12, 13, 14, 15);
  }
}
