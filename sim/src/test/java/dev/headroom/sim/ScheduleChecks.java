package dev.headroom.sim;

import dev.headroom.sim.collective.RunWorkers;
import dev.headroom.sim.measure.ScheduleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What holds of all schedules of a run, and of each of them. */
final class ScheduleChecks {
  private final Observed run;
  private final Faults faults;
  private final Optional<RunWorkers> workers;

  ScheduleChecks(Observed run, Faults faults) {
    this.run = run;
    this.faults = faults;
    workers = run.assembly().hosts().workers();
  }

  /** When the last rank was done, of those that are; -1 where there are none. */
  long lastRankPs() {
    long last = -1;
    for (int rank = 0; rank < ranks(); rank++) {
      last = Math.max(last, workers.orElseThrow().donePs(rank));
    }
    return last;
  }

  /** Whether all ranks are done; so where there is no schedule. */
  boolean isDone() {
    for (int rank = 0; rank < ranks(); rank++) {
      if (workers.orElseThrow().donePs(rank) < 0) {
        return false;
      }
    }
    return true;
  }

  private int ranks() {
    return workers.map(RunWorkers::ranks).orElse(0);
  }

  /** A schedule that could go on does. */
  void explainStanding() {
    each().forEach(ScheduleCheck::explainStanding);
  }

  void check() {
    faults.expect(
        run.result().schedules().size() == run.program().schedules().size(),
        "%d results of %d schedules"
            .formatted(run.result().schedules().size(), run.program().schedules().size()));
    each().forEach(ScheduleCheck::check);
  }

  private List<ScheduleCheck> each() {
    List<ScheduleCheck> all = new ArrayList<>();
    List<ScheduleResult> results = run.result().schedules();
    for (int i = 0; i < results.size(); i++) {
      all.add(
          new ScheduleCheck(
              run, faults, workers.orElseThrow().bySchedule().get(i), results.get(i)));
    }
    return all;
  }
}
