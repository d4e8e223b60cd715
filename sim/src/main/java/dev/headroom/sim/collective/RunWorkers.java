package dev.headroom.sim.collective;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.ScheduledPart;
import java.util.ArrayList;
import java.util.List;

/**
 * Workers of all schedules of a run; schedules are independent of each other.
 *
 * <p>Their events are numbered schedule by schedule, above those of all flows, and so are their
 * ranks, from 0.
 */
public final class RunWorkers {
  private final ScheduleWorkers[] bySchedule;

  /** Of each schedule its first rank among those of the run, and behind them how many there are. */
  private final int[] firstRanks;

  public RunWorkers(FlowProgram program, PostingHosts postingHosts) {
    List<ScheduleWorkers> all = new ArrayList<>();
    List<ScheduledPart> parts = program.schedules();
    firstRanks = new int[parts.size() + 1];
    int event = program.flows();
    for (ScheduledPart part : parts) {
      int firstRank = firstRanks[all.size()];
      ScheduleWorkers workers = new ScheduleWorkers(part, event, firstRank, postingHosts);
      all.add(workers);
      firstRanks[all.size()] = firstRank + workers.ranks();
      event = workers.endOfEvents();
    }
    bySchedule = all.toArray(ScheduleWorkers[]::new);
  }

  /** Schedule by schedule. */
  public List<ScheduleWorkers> bySchedule() {
    return List.of(bySchedule);
  }

  /** Schedules the first step of every worker. */
  public void open() {
    for (ScheduleWorkers workers : bySchedule) {
      workers.open();
    }
  }

  /** Ranks of all schedules. */
  public int ranks() {
    return firstRanks[bySchedule.length];
  }

  /** When a rank was done; -1 if it is not. */
  public long donePs(int rank) {
    int schedule = 0;
    while (rank >= firstRanks[schedule + 1]) {
      schedule++;
    }
    return bySchedule[schedule].donePs(rank - firstRanks[schedule]);
  }

  /** What an event of a number beyond the flows means. */
  public void handleEvent(int event, long nowPs) {
    for (ScheduleWorkers workers : bySchedule) {
      if (event < workers.endOfEvents()) {
        workers.handleEvent(event, nowPs);
        return;
      }
    }
  }

  /** A flow of the run has been delivered at a host. */
  public void delivered(int flow, int host, long nowPs) {
    for (ScheduleWorkers workers : bySchedule) {
      if (workers.part().has(flow)) {
        workers.delivered(flow - workers.part().firstFlow(), host, nowPs);
      }
    }
  }

  /** A flow of the run is known to have been delivered, at the host that posted it. */
  public void completed(int flow, int host, long nowPs) {
    for (ScheduleWorkers workers : bySchedule) {
      if (workers.part().has(flow)) {
        workers.completed(flow - workers.part().firstFlow(), host, nowPs);
      }
    }
  }
}
