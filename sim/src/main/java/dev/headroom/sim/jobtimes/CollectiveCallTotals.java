package dev.headroom.sim.jobtimes;

import dev.headroom.model.collective.Collective;
import dev.headroom.sim.measure.JobResult;
import java.util.BitSet;

/** Totals of all calls of one collective by groups of one kind, added up GPU by GPU. */
final class CollectiveCallTotals {
  // Who took part: GPUs that have begun a call or wait for one, and their groups.
  private final BitSet gpus = new BitSet();
  private final BitSet groups = new BitSet();
  private int size;

  private int calls;
  private long bytes;
  private double busyPs;
  private double onWayPs;
  private double busBytes;
  private double exposedPs;
  private double mostExposedPs;
  private double bubblePs;

  /** A GPU has begun a call of a group of so many, or waits for one. */
  void takesPart(int gpu, int group, int members) {
    gpus.set(gpu);
    groups.set(group);
    size = Math.max(size, members);
  }

  /**
   * A call is over on a GPU.
   *
   * @param lastedPs what it took there
   * @param wayPs how long its data was on its way
   * @param onBus its bytes, as nccl-tests counts those on the bus
   */
  void isOver(long lastedPs, long wayPs, double onBus) {
    busyPs += lastedPs;
    onWayPs += wayPs;
    busBytes += onBus;
  }

  /** How many calls are over on a GPU, and what they were called with. */
  void addCalls(int count, long data) {
    calls = Math.max(calls, count);
    bytes = Math.max(bytes, data);
  }

  /**
   * What a GPU waited.
   *
   * @param idlePs for data
   * @param unsentPs for another GPU that had not begun to send
   */
  void waited(double idlePs, double unsentPs) {
    exposedPs += idlePs;
    mostExposedPs = Math.max(mostExposedPs, idlePs);
    bubblePs += unsentPs;
  }

  /** What it comes to, means over all GPUs that took part. */
  JobResult.Calls of(String kind, Collective collective) {
    int all = Math.max(1, gpus.cardinality());
    return new JobResult.Calls(
        kind,
        collective.word(),
        groups.cardinality(),
        size,
        calls,
        bytes,
        Math.round(busyPs / all),
        Math.round(exposedPs / all),
        Math.round(mostExposedPs),
        Math.round(bubblePs / all),
        onWayPs > 0 ? busBytes / onWayPs * 1e12 : 0);
  }
}
