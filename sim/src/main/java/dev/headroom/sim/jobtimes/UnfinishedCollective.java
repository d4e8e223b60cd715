package dev.headroom.sim.jobtimes;

import dev.headroom.sim.collective.BlockedWorker;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ranks that wait, and ranks that they wait for, in a collective that has not finished. */
public final class UnfinishedCollective {
  private static final int NAMED = 3;

  private UnfinishedCollective() {}

  /**
   * What came of it; empty if all are done.
   *
   * @param endPs when the run ended
   */
  public static Optional<JobResult> of(ScheduleWorkers workers, long endPs) {
    long startPs = workers.startPs();
    List<Optional<BlockedWorker>> standing = workers.blockedWorkers();
    List<JobResult.Gpu> gpus = new ArrayList<>();
    List<JobResult.Waiting> apart = new ArrayList<>();
    List<JobResult.Waiting> within = new ArrayList<>();
    for (int rank = 0; rank < workers.firstSwitch(); rank++) {
      int gpu = rank;
      long done = workers.donePs(rank);
      long until = done < 0 ? endPs : done;
      gpus.add(new JobResult.Gpu(0, Math.max(0, until - startPs), 0, done));
      if (done < 0) {
        standing
            .get(rank)
            .ifPresent(own ->
                (own.isOverNetwork() ? apart : within)
                    .add(
                        new JobResult.Waiting(
                            gpu,
                            own.step(),
                            own.steps(),
                            messages(workers, own),
                            Math.min(own.sincePs(), endPs))));
      }
    }
    // Who waits within a machine waits for one that waits for the network.
    apart.sort(JobResult.Waiting.LONGEST_FIRST);
    within.sort(JobResult.Waiting.LONGEST_FIRST);
    List<JobResult.Waiting> waiting = new ArrayList<>(apart);
    waiting.addAll(within);
    return waiting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new JobResult(workers.rankWord(), 0, startPs, List.of(), gpus, List.of(), waiting));
  }

  private static GpuWait messages(ScheduleWorkers workers, BlockedWorker blockedWorker) {
    boolean sent = blockedWorker.from().isEmpty();
    List<Integer> peers = sent ? blockedWorker.to() : blockedWorker.from();
    List<String> named = peers.stream().limit(NAMED).map(workers::name).toList();
    return new GpuWait.Messages(
        sent, named, peers.size() - named.size(), blockedWorker.step(), blockedWorker.steps());
  }
}
