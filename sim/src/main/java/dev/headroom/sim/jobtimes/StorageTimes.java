package dev.headroom.sim.jobtimes;

import dev.headroom.model.storage.StorageRequests;
import dev.headroom.model.storage.StorageSchedule;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.StorageResult;
import java.util.Arrays;

/** Times of storage requests and of their answers. */
public final class StorageTimes {
  private StorageTimes() {}

  public static StorageResult of(StorageSchedule schedule, ScheduleWorkers workers) {
    StorageRequests asked = schedule.requests();
    long all = (long) asked.clients().length * asked.requests();
    long[] latencies = new long[Math.toIntExact(all)];
    int answered = 0;
    long last = 0;
    for (int slot = 0; slot < asked.slots(); slot++) {
      long[] taken = workers.takenPs(schedule.application(slot));
      for (int i = 1; i < taken.length && taken[i] >= 0; i += 2) {
        latencies[answered++] = taken[i] - taken[i - 1];
        last = Math.max(last, taken[i]);
      }
    }
    long[] sorted = Arrays.copyOf(latencies, answered);
    Arrays.sort(sorted);
    return new StorageResult(asked.writes(), all, answered * asked.blockBytes(), sorted, last);
  }
}
