package dev.headroom.sim.collective;

import dev.headroom.sim.fabric.NetworkDevice;
import java.util.Arrays;

/** Rank of a schedule, a GPU or a switch that reduces, with the state of its workers. */
final class Rank {
  /** Room for so many workers that move data, at first. */
  private static final int FEW = 16;

  final int number;

  /** The host next to it. */
  final NetworkDevice home;

  /** Whether it is a switch of the network, and no GPU. */
  final boolean isSwitch;

  // Of those of its workers that move data: until when each is busy, and whether it moves that
  // between the GPU and host memory. Side by side: whoever takes a step looks at all of them.
  private long[] busyUntilPs = new long[FEW];
  private boolean[] stages = new boolean[FEW];
  private int[] pools = new int[FEW];
  private boolean[] ended = new boolean[FEW];
  private int movers;

  /** How many of its workers have steps to take. */
  private int working;

  private long donePs = -1;

  Rank(int number, NetworkDevice home, boolean isSwitch) {
    this.number = number;
    this.home = home;
    this.isSwitch = isSwitch;
  }

  /** One worker more has steps to take. */
  void join() {
    working++;
  }

  /**
   * One of these moves data; returns its place among those that do.
   *
   * @param pool what it moves them with
   */
  int joinMovers(int pool) {
    if (movers == stages.length) {
      pools = Arrays.copyOf(pools, 2 * movers);
      ended = Arrays.copyOf(ended, 2 * movers);
      busyUntilPs = Arrays.copyOf(busyUntilPs, 2 * movers);
      stages = Arrays.copyOf(stages, 2 * movers);
    }
    pools[movers] = pool;
    return movers++;
  }

  boolean isDone() {
    return working == 0;
  }

  /** When the last of the steps so far was done, or will be; -1 if there was none. */
  long lastPs() {
    return donePs;
  }

  /** Has no step to take, and was done as it began. */
  void idle(long startPs) {
    donePs = startPs;
  }

  /** One of its workers takes a step that will be done at a time. */
  void steps(long doneAt) {
    donePs = Math.max(donePs, doneAt);
  }

  /** One of its workers has taken its last step; returns whether it was the last to. */
  boolean ends() {
    working--;
    return working == 0;
  }

  // --- those that move data ---------------------------------------------------------------------

  /** What the one at a place is about to move lies in host memory, or goes there. */
  void stage(int place, boolean staging) {
    stages[place] = staging;
  }

  /** The one at a place is busy until a time. */
  void keepBusy(int place, long untilPs) {
    busyUntilPs[place] = untilPs;
  }

  /** The one at a place has taken its last step. */
  void end(int place) {
    ended[place] = true;
  }

  /** How many of a pool have steps to take. */
  int working(int pool) {
    int working = 0;
    for (int place = 0; place < movers; place++) {
      working += !ended[place] && pools[place] == pool ? 1 : 0;
    }
    return working;
  }

  /** How many of a pool are busy. */
  int busy(int pool, long nowPs) {
    int busy = 0;
    for (int place = 0; place < movers; place++) {
      busy += busyUntilPs[place] > nowPs && pools[place] == pool ? 1 : 0;
    }
    return busy;
  }

  /** How many of these move data between the GPU and host memory. */
  int staging(long nowPs) {
    int staging = 0;
    for (int place = 0; place < movers; place++) {
      staging += stages[place] && busyUntilPs[place] > nowPs ? 1 : 0;
    }
    return staging;
  }
}
