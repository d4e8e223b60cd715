package dev.headroom.sim.collective;

import dev.headroom.model.workload.ScheduledFlows;
import dev.headroom.sim.workload.FlowBook;

/** When all of a schedule was done. */
public final class JobEnd {
  private JobEnd() {}

  /**
   * When the last message was there and known to be, and the last rank was done, in picoseconds; -1
   * if any is not.
   *
   * @param flows among which there may be others
   */
  public static long of(ScheduledFlows flows, Workers workers, FlowBook book) {
    long last = 0;
    for (int rank = 0; rank < workers.ranks(); rank++) {
      long done = workers.donePs(rank);
      if (done < 0) {
        return -1;
      }
      last = Math.max(last, done);
    }
    for (int flow = 0; flow < flows.flows(); flow++) {
      if (flows.isMessage(flow)) {
        long done = book.donePs(flow);
        if (done < 0) {
          return -1;
        }
        last = Math.max(last, done);
      }
    }
    return last;
  }
}
