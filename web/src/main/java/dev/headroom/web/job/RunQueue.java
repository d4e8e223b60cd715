package dev.headroom.web.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queue of runs: so many at once, so many that wait, and no more. A run that no tab watches any
 * longer is stopped.
 */
public final class RunQueue implements AutoCloseable {
  private static final long SWEEP_MILLIS = 500;

  /** A run that waits for its turn. */
  private record Turn(PageRun of) implements Runnable {
    @Override
    public void run() {
      of.make();
    }
  }

  private final RunLimits limits;
  private final Tabs tabs;
  private final ThreadPoolExecutor workers;
  private final ScheduledExecutorService sweeper;
  private final ConcurrentSkipListMap<Long, PageRun> runs = new ConcurrentSkipListMap<>();
  private final AtomicLong lastId = new AtomicLong();

  public RunQueue(RunLimits limits, Tabs tabs) {
    this.limits = limits;
    this.tabs = tabs;
    workers =
        new ThreadPoolExecutor(
            limits.atOnce(),
            limits.atOnce(),
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(limits.waiting()),
            Thread.ofPlatform().daemon().name("run-", 1).factory());
    sweeper =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tabs").factory());
    var _ =
        sweeper.scheduleWithFixedDelay(
            this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  public RunLimits limits() {
    return limits;
  }

  /**
   * Takes a run.
   *
   * @param watcher the tab that asks for it
   */
  public PageRun submit(RunRequest request, Tab watcher) throws QueueFullException {
    PageRun run = new PageRun(lastId.incrementAndGet(), request, tabs, limits.longest().toNanos());
    watcher.watch(run.id());
    runs.put(run.id(), run);
    workers.getQueue().removeIf(task -> task instanceof Turn(PageRun other) && other.isOver());
    try {
      workers.execute(new Turn(run));
    } catch (RejectedExecutionException e) {
      runs.remove(run.id());
      throw new QueueFullException(limits.waiting());
    }
    return run;
  }

  public Optional<PageRun> run(long id) {
    return Optional.ofNullable(runs.get(id));
  }

  /** All that are known, the latest first. */
  public List<PageRun> runs() {
    return List.copyOf(runs.descendingMap().values());
  }

  /** Makes a tab hear of a run from now on. */
  public void watch(PageRun run, Tab watcher) {
    watcher.watch(run.id());
  }

  private void sweep() {
    tabs.sweep();
    List<PageRun> over = new ArrayList<>();
    for (PageRun run : runs.descendingMap().values()) {
      if (run.isOver()) {
        over.add(run);
      } else if (!tabs.isWatched(run.id())) {
        run.stop("stopped: no page watched it any more");
      }
    }
    over.stream().skip(limits.kept()).forEach(run -> runs.remove(run.id()));
  }

  @Override
  public void close() {
    runs.values().forEach(run -> run.stop("stopped: the server ends"));
    sweeper.shutdownNow();
    workers.shutdownNow();
  }
}
