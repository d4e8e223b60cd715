package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;
import java.util.ArrayList;
import java.util.List;

/**
 * Collective that is called several times, each call behind the one before on the stream of every
 * GPU, as nccl-tests does in its measurements. Nothing holds GPUs together in between: one that is
 * done with a call begins the next, while others still work on this one. Where all depend on all,
 * as in an all-reduce, that changes nothing. Along a chain it does: the first GPU of a broadcast
 * sends its next buffer while the last still receives this one, so that of many calls each takes
 * what the slowest GPU is busy for, and not what data take from end to end.
 *
 * <p>Workers, in this order: those of the collective; a stream for each GPU, which begins a call on
 * its GPU's workers and waits until they all are done. A switch that reduces has no stream: it does
 * what comes. Of W workers and L lines of the collective, lines {@code L + w} lead from a stream to
 * its workers, {@code L + W + w} back.
 */
public final class RepeatedCollective implements Schedule, SchedulePacing {
  /** Steps of a call beside those of the collective: the first and the last. */
  private static final int OWN_STEPS = 2;

  private final Schedule one;
  private final int times;
  private final CollectivePace work;
  private final CollectivePace stream;
  private final NcclProtocol protocol;

  /** What a call takes until its workers run, in picoseconds. */
  private final long callPs;

  /** By GPU, its workers that have something to do. */
  private final int[][] workersOf;

  /**
   * @param one a call of it
   * @param pace of a call that is made at time 0
   * @param startPs when the first is made
   */
  public RepeatedCollective(
      Schedule one, int times, CollectivePace pace, NcclProtocol protocol, long startPs) {
    this.one = one;
    this.times = times;
    this.protocol = protocol;
    callPs = pace.startPs();
    work = pace.startingAt(startPs);
    stream = CollectivePace.ofNothing(startPs);
    List<List<Integer>> byRank = new ArrayList<>();
    for (int worker = 0; worker < one.workers(); worker++) {
      if (one.isSwitch(worker)) {
        continue;
      }
      int rank = one.rank(worker);
      while (byRank.size() <= rank) {
        byRank.add(new ArrayList<>());
      }
      if (one.steps(worker) > 0) {
        byRank.get(rank).add(worker);
      }
    }
    workersOf =
        byRank.stream()
            .map(own -> own.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
  }

  /**
   * How often a collective can be called at most, so that its steps and messages can be counted.
   */
  public static int most(Schedule one) {
    int longest = 1;
    for (int worker = 0; worker < one.workers(); worker++) {
      longest = Math.max(longest, one.steps(worker));
    }
    for (int line = 0; line < one.lines(); line++) {
      longest = Math.max(longest, one.messages(line));
    }
    return Integer.MAX_VALUE / (longest + OWN_STEPS);
  }

  // --- workers ----------------------------------------------------------------------------------

  @Override
  public int workers() {
    return one.workers() + workersOf.length;
  }

  private boolean isStream(int worker) {
    return worker >= one.workers();
  }

  @Override
  public int rank(int worker) {
    return isStream(worker) ? worker - one.workers() : one.rank(worker);
  }

  @Override
  public boolean isSwitch(int worker) {
    return !isStream(worker) && one.isSwitch(worker);
  }

  @Override
  public boolean moves(int worker) {
    return !isStream(worker) && one.moves(worker);
  }

  @Override
  public int pool(int worker) {
    return isStream(worker) ? 0 : one.pool(worker);
  }

  @Override
  public boolean leavesByOwnNic() {
    return one.leavesByOwnNic();
  }

  @Override
  public String rankWord() {
    return one.rankWord();
  }

  @Override
  public int steps(int worker) {
    return Math.multiplyExact(times, stepsOfCall(worker));
  }

  private int stepsOfCall(int worker) {
    if (isStream(worker)) {
      return 2 * batches(worker - one.workers());
    }
    int own = one.steps(worker);
    return own == 0 || one.isSwitch(worker) ? own : own + OWN_STEPS;
  }

  /** In how many steps a stream tells all workers of its GPU. */
  private int batches(int rank) {
    return Math.ceilDiv(workersOf[rank].length, WorkerStep.BATCH);
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int inCall = index % stepsOfCall(worker);
    if (isStream(worker)) {
      streamStep(worker - one.workers(), inCall, into);
    } else if (one.isSwitch(worker)) {
      one.step(worker, inCall, into);
    } else if (inCall == 0) {
      into.lasting(callPs).after(begins(worker));
    } else if (inCall == stepsOfCall(worker) - 1) {
      into.lasting(0).to(ends(worker));
    } else {
      one.step(worker, inCall - 1, into);
    }
  }

  private void streamStep(int rank, int inCall, WorkerStep into) {
    int batches = batches(rank);
    int first = inCall % batches * WorkerStep.BATCH;
    int end = Math.min(first + WorkerStep.BATCH, workersOf[rank].length);
    into.lasting(0);
    for (int i = first; i < end; i++) {
      int worker = workersOf[rank][i];
      if (inCall < batches) {
        into.to(begins(worker));
      } else {
        into.after(ends(worker));
      }
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  private int begins(int worker) {
    return one.lines() + worker;
  }

  private int ends(int worker) {
    return one.lines() + one.workers() + worker;
  }

  @Override
  public int lines() {
    return one.lines() + 2 * one.workers();
  }

  @Override
  public int sender(int line) {
    int own = line - one.lines();
    return own < 0 ? one.sender(line) : own < one.workers() ? streamOf(own) : own - one.workers();
  }

  @Override
  public int receiver(int line) {
    int own = line - one.lines();
    return own < 0 ? one.receiver(line) : own < one.workers() ? own : streamOf(own - one.workers());
  }

  /** A switch's worker has none, and sends itself nothing. */
  private int streamOf(int worker) {
    return one.isSwitch(worker) ? worker : one.workers() + one.rank(worker);
  }

  @Override
  public int messages(int line) {
    int own = line - one.lines();
    if (own < 0) {
      return Math.multiplyExact(times, one.messages(line));
    }
    int worker = own % one.workers();
    return one.isSwitch(worker) || one.steps(worker) == 0 ? 0 : times;
  }

  @Override
  public long bytes(int line, int k) {
    return line < one.lines() ? one.bytes(line, k % one.messages(line)) : 0;
  }

  @Override
  public String description() {
    return "%s, %d times".formatted(one.description(), times);
  }

  // --- manner -----------------------------------------------------------------------------------

  @Override
  public CollectivePace pace(int worker) {
    return isStream(worker) ? stream : work;
  }

  @Override
  public NcclProtocol protocol(int line) {
    return protocol;
  }

  @Override
  public long shortestPs() {
    return work.shortestPs();
  }
}
