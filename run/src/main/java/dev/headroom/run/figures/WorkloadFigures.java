package dev.headroom.run.figures;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.InferenceResult;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.ScheduleResult;
import dev.headroom.sim.measure.StorageResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Results of a workload, or of one entry of a workload that is a list, besides its flows.
 *
 * @param name the entry: {@code 1 training}; blank for all of a run
 * @param durationPs what a job's shares are taken over: from its start until it was done, else the
 *     run ended
 * @param collective how fast its one collective was, if it is one that ended
 * @param job how its GPUs spent their time, if it says what they do
 * @param storage what came of its requests to storage, if it makes some
 * @param inference what came of its prompts, if there are some
 */
public record WorkloadFigures(
    String name,
    long durationPs,
    Optional<CollectiveFigures> collective,
    Optional<JobResult> job,
    Optional<StorageResult> storage,
    Optional<InferenceResult> inference) {

  /** Of the whole workload of a run, which is no list. */
  public static WorkloadFigures of(Scenario scenario, RunResult result) {
    boolean finished = result.outcome() == RunResult.Outcome.FINISHED;
    return of("", scenario.flows(), 0, finished ? result.completionTimePs() : -1, result);
  }

  /**
   * Of one workload.
   *
   * @param flowsDonePs when the last of its flows was; -1 if any is not
   */
  public static WorkloadFigures of(
      String name, FlowProgram flows, int part, long flowsDonePs, RunResult result) {
    Optional<ScheduleResult> schedule =
        result.schedules().stream().filter(each -> each.part() == part).findFirst();
    long donePs = schedule.map(ScheduleResult::donePs).orElse(flowsDonePs);
    Optional<JobResult> job = schedule.flatMap(ScheduleResult::job);
    return new WorkloadFigures(
        name,
        Math.max(0, (donePs < 0 ? result.endPs() : donePs) - startPs(job)),
        CollectiveFigures.of(flows, donePs),
        job,
        schedule.flatMap(ScheduleResult::storage),
        schedule.flatMap(ScheduleResult::inference));
  }

  private static long startPs(Optional<JobResult> job) {
    return job.map(JobResult::startPs).orElse(0L);
  }

  /** Of several, each figure that only one of them has. */
  public static WorkloadFigures only(List<WorkloadFigures> several) {
    List<WorkloadFigures> jobs = several.stream().filter(each -> each.job.isPresent()).toList();
    return new WorkloadFigures(
        "",
        jobs.size() == 1 ? jobs.getFirst().durationPs : 0,
        only(several.stream().map(WorkloadFigures::collective)),
        only(several.stream().map(WorkloadFigures::job)),
        only(several.stream().map(WorkloadFigures::storage)),
        only(several.stream().map(WorkloadFigures::inference)));
  }

  private static <T> Optional<T> only(Stream<Optional<T>> several) {
    List<T> all = several.flatMap(Optional::stream).limit(2).toList();
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }
}
