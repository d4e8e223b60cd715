package dev.headroom.sim.collective;

import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.WorkerStep;
import java.util.Arrays;

/** Worker of a schedule, with its position among its steps and the end of its present work. */
final class ScheduleWorker {
  private static final long[] NOTHING = {};

  final int number;
  final CollectivePace pace;

  /** The GPU, or switch, that it works for. */
  final Rank rank;

  private final Schedule schedule;
  private final int steps;

  /** Whether it moves data, and where it stands among those of its rank that do. */
  private final boolean moves;

  private final int place;
  private final int pool;

  /** How many steps it has taken. */
  private int taken;

  /** The step that it takes next, and how many from it on are the same; 0: to be looked up. */
  private final WorkerStep step = new WorkerStep();

  private int same;
  private long freePs;

  /** Whether it will be told when it is free. */
  private boolean subscribed;

  private long busyPs;

  /** If it moves nothing, when each of its steps was taken; -1 if it was not. */
  private final long[] takenPs;

  ScheduleWorker(int number, Schedule schedule, CollectivePace pace, Rank rank) {
    this.number = number;
    this.schedule = schedule;
    this.pace = pace;
    this.rank = rank;
    steps = schedule.steps(number);
    if (steps > 0) {
      rank.join();
    }
    boolean isMover = schedule.moves(number);
    moves = isMover && steps > 0;
    pool = moves ? schedule.pool(number) : 0;
    place = moves ? rank.joinMovers(pool) : -1;
    takenPs = isMover ? NOTHING : new long[steps];
    Arrays.fill(takenPs, -1);
  }

  /** How many steps it takes. */
  int steps() {
    return steps;
  }

  /** How many it has taken. */
  int taken() {
    return taken;
  }

  boolean isDone() {
    return taken == steps;
  }

  /** The step that it takes next; to read only. */
  WorkerStep step() {
    if (same == 0) {
      schedule.step(number, taken, step);
      same = step.times();
    }
    return step;
  }

  /** When it is done with those it has taken. */
  long freePs() {
    return freePs;
  }

  /** Takes the next step, which keeps it busy until {@code doneAt}. */
  void take(long nowPs, long doneAt) {
    if (!step.signals()) {
      busyPs += doneAt - nowPs;
    } else if (takenPs.length > 0) {
      takenPs[taken] = nowPs;
    }
    freePs = doneAt;
    if (moves) {
      rank.keepBusy(place, doneAt);
    }
    rank.steps(doneAt);
    same--;
    taken++;
    if (moves && isDone()) {
      rank.end(place);
    }
  }

  /** What it shares with others of its rank: {@link Schedule#pool}. */
  int pool() {
    return pool;
  }

  /** Whether the step that it takes moves data between the GPU and host memory. */
  void stage(boolean staging) {
    if (moves) {
      rank.stage(place, staging);
    }
  }

  /** Asks to be told when it is free; returns whether it had not asked before. */
  boolean subscribes() {
    boolean first = !subscribed;
    subscribed = true;
    return first;
  }

  /** It is told: it may ask again. */
  void clearSubscription() {
    subscribed = false;
  }

  /** How long it was busy with data, in picoseconds. */
  long busyPs() {
    return busyPs;
  }

  /** If it moves nothing, when each of its steps was taken, in picoseconds; -1 if it was not. */
  long[] takenPs() {
    return takenPs.clone();
  }
}
