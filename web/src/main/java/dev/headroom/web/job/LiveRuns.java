package dev.headroom.web.job;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.FlowResult;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Short runs that a page makes anew while somebody moves a slider: one at a time, on a thread of
 * their own, so that a long run does not hold them up. Of one tab the newest wins: an older one is
 * stopped, and fails with a {@link CancellationException}.
 */
public final class LiveRuns implements AutoCloseable {
  private static final int MOST_WAITING = 64;
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final ConcurrentHashMap<Tab, AtomicLong> newest = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor worker =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MOST_WAITING),
          Thread.ofPlatform().daemon().name("live").factory());

  /**
   * Makes a run that replaces what the tab asked for before.
   *
   * @throws CancellationException if the tab asks for another before it is done
   */
  public RunSummary newest(Tab tab, Scenario scenario)
      throws InterruptedException, QueueFullException {
    AtomicLong latest = newest.computeIfAbsent(tab, _ -> new AtomicLong());
    long mine = latest.incrementAndGet();
    try {
      return make(scenario, () -> latest.get() == mine);
    } finally {
      if (latest.get() == mine) {
        newest.remove(tab, latest);
      }
    }
  }

  /**
   * Makes a run and follows one of its flows.
   *
   * @param flow its number
   * @throws CancellationException if it takes too long
   */
  public FollowedRun follow(Scenario scenario, int flow)
      throws InterruptedException, QueueFullException {
    FollowedRun.Log log = new FollowedRun.Log(flow);
    return log.of(
        onWorker(() -> now(ScenarioRun.of(scenario).with(log.options()), log::ended, () -> true)));
  }

  /**
   * Makes a run.
   *
   * @param isWanted whether somebody still waits for it
   * @throws CancellationException if nobody does, or if it takes too long
   */
  public RunSummary make(Scenario scenario, BooleanSupplier isWanted)
      throws InterruptedException, QueueFullException {
    return onWorker(() -> now(ScenarioRun.of(scenario), _ -> {}, isWanted));
  }

  private RunSummary onWorker(Callable<RunSummary> run)
      throws InterruptedException, QueueFullException {
    try {
      return worker.submit(run).get();
    } catch (RejectedExecutionException e) {
      throw new QueueFullException(MOST_WAITING);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static RunSummary now(
      ScenarioRun run, Consumer<FlowResult> flows, BooleanSupplier isWanted) {
    long endNanos = System.nanoTime() + LONGEST_NANOS;
    BooleanSupplier goesOn = () -> isWanted.getAsBoolean() && System.nanoTime() < endNanos;
    if (!goesOn.getAsBoolean()) {
      throw new CancellationException();
    }
    RunSummary summary =
        run.withSamples()
            .run(
                new RunListener() {
                  @Override
                  public void flowEnded(FlowResult flow) {
                    flows.accept(flow);
                  }

                  @Override
                  public boolean progressed(long nowPs, long flowsFinished, long packets) {
                    if (packets == 0 && !goesOn.getAsBoolean()) {
                      throw new CancellationException();
                    }
                    return goesOn.getAsBoolean();
                  }

                  @Override
                  public boolean shouldContinue() {
                    return goesOn.getAsBoolean();
                  }
                });
    if (!goesOn.getAsBoolean()) {
      throw new CancellationException(); // what it measured is not the whole
    }
    return summary;
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
