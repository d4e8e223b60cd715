package dev.headroom.sim.collective;

import dev.headroom.model.schedule.Schedule;
import java.util.Arrays;

/** The GPUs of a schedule: who works for each, and whether all of these are done. */
final class Ranks {
  // Of each: those of its workers that move data, how many of all are not done, when the last was.
  private final int[][] moversOf;
  private final int[] working;
  private final long[] donePs;

  /**
   * @param count GPUs, and switches that reduce
   */
  Ranks(Schedule schedule, Shape shape, int count) {
    working = new int[count];
    donePs = new long[count];
    Arrays.fill(donePs, -1);
    int[] movers = new int[count];
    for (int worker = 0; worker < shape.workers(); worker++) {
      boolean works = shape.steps(worker) > 0;
      working[shape.rank(worker)] += works ? 1 : 0;
      movers[shape.rank(worker)] += works && schedule.moves(worker) ? 1 : 0;
    }
    moversOf = new int[count][];
    Arrays.setAll(moversOf, rank -> new int[movers[rank]]);
    Arrays.fill(movers, 0);
    for (int worker = 0; worker < shape.workers(); worker++) {
      if (shape.steps(worker) > 0 && schedule.moves(worker)) {
        int rank = shape.rank(worker);
        moversOf[rank][movers[rank]++] = worker;
      }
    }
  }

  int count() {
    return working.length;
  }

  /** Those of its workers that move data; to read only. */
  int[] movers(int rank) {
    return moversOf[rank];
  }

  boolean isDone(int rank) {
    return working[rank] == 0;
  }

  /** When the last of its steps so far was done, or will be; -1 if there was none. */
  long lastPs(int rank) {
    return donePs[rank];
  }

  /** Has no step to take, and was done as it began. */
  void idle(int rank, long startPs) {
    donePs[rank] = startPs;
  }

  /** One of its workers takes a step that will be done at a time. */
  void steps(int rank, long doneAt) {
    donePs[rank] = Math.max(donePs[rank], doneAt);
  }

  /** One of its workers has taken its last step; returns whether it was the last to. */
  boolean ends(int rank) {
    working[rank]--;
    return working[rank] == 0;
  }
}
