package dev.headroom.bench;

import dev.headroom.sim.kernel.EventKey;
import dev.headroom.sim.kernel.EventQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of the event queue by the hold model: one event taken and one scheduled, repeatedly,
 * with a fixed number pending (Jones, An Empirical Comparison of Priority-Queue and Event-Set
 * Implementations, CACM 29(4), 1986). The delays are those of a 100 Gb/s fabric: mostly a frame on
 * a link of 1 us, sometimes a frame alone, seldom a timer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventQueueBenchmark {
  private static final int DELAYS = 1 << 12;
  private static final long LINK_PS = 1_000_000;
  private static final long FRAME_PS = 339_000;
  private static final long TIMER_PS = 55_000_000;

  @Param({"200", "5000", "100000"})
  public int pending;

  private final long[] delaysPs = new long[DELAYS];
  private EventQueue queue = new EventQueue(false, 1);
  private int turn;

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DELAYS; i++) {
      long jitterPs = random.nextLong(1_000);
      int kind = random.nextInt(64);
      delaysPs[i] = jitterPs + (kind == 0 ? TIMER_PS : kind < 32 ? FRAME_PS : LINK_PS + FRAME_PS);
    }
    queue = new EventQueue(false, 1);
    for (int i = 0; i < pending; i++) {
      queue.schedule(random.nextLong(LINK_PS), 1, i);
    }
  }

  @Benchmark
  public long hold() {
    queue.next(EventQueue.NEVER);
    long nowPs = queue.timePs();
    turn = turn + 1 & DELAYS - 1;
    queue.schedule(nowPs + delaysPs[turn], 1, EventKey.entity(queue.key()));
    return nowPs;
  }
}
