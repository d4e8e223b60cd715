package dev.headroom.sim.jobtimes;

import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.inference.InferenceSchedule;
import dev.headroom.model.storage.StorageSchedule;
import dev.headroom.model.training.GraphSchedule;
import dev.headroom.model.training.JobSchedule;
import dev.headroom.sim.collective.RunWorkers;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.ScheduleResult;
import dev.headroom.sim.workload.FlowStateTable;
import java.util.List;
import java.util.Optional;

/** Results of the schedules of a run at its end. */
public final class ScheduleOutcomes {
  private ScheduleOutcomes() {}

  /**
   * One for each, in the order of the workload.
   *
   * @param workers none where there is no schedule
   * @param endPs when the run ended
   */
  public static List<ScheduleResult> of(
      Optional<RunWorkers> workers, FlowStateTable book, long endPs) {
    return workers.map(RunWorkers::bySchedule).orElse(List.of()).stream()
        .map(own ->
            new ScheduleResult(
                own.part().part(),
                own.startPs(),
                donePs(own, book),
                own.mostBusyPs(),
                job(own, endPs),
                own.part().flows().schedule() instanceof StorageSchedule storage
                    ? Optional.of(StorageTimes.of(storage, own))
                    : Optional.empty(),
                own.part().flows().schedule() instanceof InferenceSchedule inference
                    ? Optional.of(InferenceTimes.of(inference, own))
                    : Optional.empty()))
        .toList();
  }

  private static Optional<JobResult> job(ScheduleWorkers workers, long endPs) {
    return switch (workers.part().flows().schedule()) {
      case JobSchedule job -> Optional.of(JobTimes.of(job, workers, endPs));
      case GraphSchedule graph -> Optional.of(GraphTimes.of(graph, workers, endPs));
      case StorageSchedule _ -> Optional.empty();
      default -> UnfinishedCollective.of(workers, endPs);
    };
  }

  private static long donePs(ScheduleWorkers workers, FlowStateTable book) {
    ScheduledPart part = workers.part();
    long last = 0;
    for (int rank = 0; rank < workers.ranks(); rank++) {
      long done = workers.donePs(rank);
      if (done < 0) {
        return -1;
      }
      last = Math.max(last, done);
    }
    for (int flow = part.firstFlow(); part.has(flow); flow++) {
      long done = book.donePs(flow);
      if (done < 0) {
        return -1;
      }
      last = Math.max(last, done);
    }
    return last;
  }
}
