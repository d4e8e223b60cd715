package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.ScheduleResult;
import dev.headroom.sim.measure.StorageResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes by a schedule, and other flows on the same hosts and links. */
final class BesideScheduleTest {
  private static final String NCCL =
      "{type: nccl, collective: all-reduce, size: 4MiB, machine: dgx-a100}";
  private static final String GLOO = "{type: gloo, collective: all-gather, size: 1MiB}";
  private static final String HALO = "{type: halo, size: 256KiB}";
  private static final String STORAGE =
      "{type: storage, targets: host-12..15, block: 256KiB, size: 8MiB}";
  private static final String TRAINING =
      "{type: training, machine: dgx-a100, layers: 2, hidden: 1024, tensor: 8, microBatch: 1, microBatches: 1, sequence: 512}";

  private static Scenario scenario(String... entries) {
    return scenarioOn("{topology: single, hosts: 16, links: {rate: 100Gbps}}", entries);
  }

  private static Scenario scenarioOn(String fabric, String... entries) {
    String text =
        "fabric: "
            + fabric
            + "\npfc: {classes: [3, 4]}\nworkload:\n"
            + List.of(entries).stream().map("  - %s\n"::formatted).reduce("", String::concat);
    return switch (ScenarioReader.read(text, "s.yaml", List.of(), _ -> Optional.empty())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static RunResult run(Scenario scenario, int threads, int partitions) {
    RunResult result =
        Simulation.run(
            scenario, new RunOptions(threads, partitions, false), _ -> {}, (_, _, _) -> true);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result;
  }

  @ParameterizedTest
  @ValueSource(strings = {NCCL, GLOO, STORAGE, TRAINING})
  void shouldTakeAsLongAsAloneWhereTheOthersComeLater(String schedule) {
    RunResult alone = run(scenario(schedule), 1, 1);
    RunResult beside =
        run(
            scenario(
                schedule,
                "{type: permutation, size: 1MiB, start: 100ms}",
                "{type: permutation, size: 1MiB, start: 100ms, transport: tcp}"),
            1,
            1);
    // Events of a schedule are numbered behind all flows, and of those at one time the number
    // decides.
    ScheduleResult own = alone.schedules().getFirst();
    ScheduleResult same = beside.schedules().getFirst();
    assertThat((double) same.donePs()).isCloseTo(own.donePs(), withinPercentage(0.01));
    assertThat(own.donePs()).isEqualTo(alone.completionTimePs());
    assertThat(beside.completionTimePs()).isGreaterThan(100_000_000_000L);
    assertThat(same.job().isPresent()).isEqualTo(own.job().isPresent());
    assertThat(same.storage().map(StorageResult::completedRequests))
        .isEqualTo(own.storage().map(StorageResult::completedRequests));
  }

  @ParameterizedTest
  @ValueSource(strings = {NCCL, GLOO, STORAGE, TRAINING, HALO})
  void shouldShareTheLinksWithOthers(String schedule) {
    // The others first, so that no number of the schedule's own is that of the run's.
    Scenario scenario =
        scenario(
            "{type: permutation, size: 8MiB, transport: {class: 4}}",
            schedule,
            "{type: incast, fanIn: 8, size: 1MiB, transport: tcp}");
    RunResult one = run(scenario, 1, 1);
    RunResult several = run(scenario, 2, 6);
    assertThat(several.digest()).isEqualTo(one.digest());
    assertThat(donePs(several)).isEqualTo(donePs(one));
    assertThat(donePs(one).getFirst())
        .isGreaterThan(run(scenario(schedule), 1, 1).completionTimePs());
  }

  private static List<Long> donePs(RunResult result) {
    return result.schedules().stream().map(ScheduleResult::donePs).toList();
  }

  private static String on(String hosts, String schedule) {
    return schedule.replace("}", ", hosts: \"%s\"}".formatted(hosts));
  }

  /**
   * Where neither takes a host or a link of the other: events of one time may come in another
   * order, since numbers decide, and where several send to one that is a few per cent.
   */
  @ParameterizedTest
  @ValueSource(strings = {NCCL, GLOO, TRAINING, HALO})
  void shouldNotMindAnotherScheduleOnOtherHosts(String schedule) {
    long first = run(scenario(on("host-0..7", schedule)), 1, 1).completionTimePs();
    long second = run(scenario(on("host-8..15", GLOO)), 1, 1).completionTimePs();
    RunResult both = run(scenario(on("host-0..7", schedule), on("host-8..15", GLOO)), 1, 1);
    assertThat(both.schedules()).extracting(ScheduleResult::part).containsExactly(0, 1);
    assertThat((double) donePs(both).getFirst()).isCloseTo(first, withinPercentage(5));
    assertThat((double) donePs(both).getLast()).isCloseTo(second, withinPercentage(5));
  }

  /** What a job takes depends on the hosts that it has, not on their numbers. */
  @Test
  void shouldTakeAnyHosts() {
    RunResult first = run(scenario(on("host-0..7", TRAINING)), 1, 1);
    RunResult last = run(scenario(on("host-8..15", TRAINING)), 1, 1);
    assertThat((double) last.completionTimePs())
        .isCloseTo(first.completionTimePs(), withinPercentage(0.1));
    assertThat(first.counts().flows()).isEqualTo(last.counts().flows());
  }

  /** A job that begins later takes as long, and waits for nobody before. */
  @Test
  void shouldBeginWhenItIsTold() {
    ScheduleResult now = run(scenario(TRAINING), 1, 1).schedules().getFirst();
    ScheduleResult later =
        run(scenario(TRAINING.replace("}", ", start: 7ms}")), 1, 1).schedules().getFirst();
    long startPs = 7_000_000_000L;
    // Of events at one time the time, too, says which is first.
    assertThat((double) (later.donePs() - startPs)).isCloseTo(now.donePs(), withinPercentage(0.1));
    JobResult job = later.job().orElseThrow();
    JobResult same = now.job().orElseThrow();
    assertThat((double) job.stepPs()).isCloseTo(same.stepPs(), withinPercentage(0.1));
    for (int gpu = 0; gpu < job.gpus().size(); gpu++) {
      assertThat((double) job.gpus().get(gpu).exposedPs())
          .isCloseTo(same.gpus().get(gpu).exposedPs(), withinPercentage(1));
    }
    assertThat(job.tracks().getFirst().spans().getFirst()[0]).isGreaterThanOrEqualTo(startPs);
  }

  @ParameterizedTest
  @ValueSource(strings = {NCCL, GLOO, STORAGE, TRAINING, HALO})
  void shouldShareTheLinksWithAnotherSchedule(String schedule) {
    Scenario both = scenario(NCCL, "{type: incast, fanIn: 4, size: 1MiB}", schedule);
    RunResult one = run(both, 1, 1);
    RunResult several = run(both, 2, 6);
    assertThat(several.digest()).isEqualTo(one.digest());
    assertThat(donePs(several)).isEqualTo(donePs(one)).hasSize(2);
    assertThat(donePs(one).getFirst()).isGreaterThan(run(scenario(NCCL), 1, 1).completionTimePs());
    // A training step that waits for its GPUs is not longer.
    assertThat(donePs(one).getLast())
        .isGreaterThanOrEqualTo(run(scenario(schedule), 1, 1).completionTimePs());
  }

  /** Whoever is to read must hear of it first, in a partition that may be another's. */
  @ParameterizedTest
  @ValueSource(strings = {NCCL, GLOO, STORAGE, TRAINING, HALO})
  void shouldTellWhoReadsThatThereIsSomething(String schedule) {
    Scenario scenario =
        scenarioOn(
            "{topology: leaf-spine, leaves: 4, hostsPerLeaf: 4, links: {rate: 100Gbps}}", schedule);
    Scenario read = scenario.with(scenario.settings().parse(TransportKnobs.OPERATION, "read"));
    RunResult one = run(read, 1, 1);
    assertThat(run(read, 2, 4).digest()).isEqualTo(one.digest());
    assertThat(donePs(one)).isNotEqualTo(donePs(run(scenario, 1, 1)));
  }

  @Test
  void shouldBeDoneWhereNobodyHasAnythingToDo() {
    String nothing = "{type: steps, machine: dgx-a100, script: compute 0ns}";
    assertThat(donePs(run(scenario(nothing), 1, 1))).containsExactly(0L);
    RunResult beside = run(scenario(nothing, "{type: permutation, size: 1MiB}"), 2, 6);
    assertThat(donePs(beside)).containsExactly(0L);
    assertThat(beside.completionTimePs()).isPositive();
  }
}
