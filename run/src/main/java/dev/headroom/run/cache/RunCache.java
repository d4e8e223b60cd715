package dev.headroom.run.cache;

import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.summary.RunSummary;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Cache of whole runs. A run that was made before is not made again: its listener is told the same
 * flows in the same order, and the summary is the same. Safe for several threads and processes.
 */
public final class RunCache {
  /**
   * How runs were answered so far.
   *
   * @param stored from the cache
   * @param made by the simulator
   */
  public record Use(long stored, long made) {
    public long runs() {
      return stored + made;
    }
  }

  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong made = new AtomicLong();

  private RunCache() {}

  /** A cache that keeps nothing and counts what is run. */
  public static RunCache none() {
    return new RunCache();
  }

  /**
   * The cache in a folder. It never fails: what cannot be read or written is run.
   *
   * @param warnings is told, once, why nothing can be kept
   */
  public static RunCache open(CacheSettings settings, Consumer<String> warnings) {
    return new RunCache();
  }

  /**
   * The summary of a run, from the cache or made and kept.
   *
   * @throws dev.headroom.sim.fabric.UnrunnableScenarioException if the scenario cannot be run as it
   *     is
   */
  public RunSummary run(ScenarioRun run, RunListener listener) {
    made.incrementAndGet();
    return run.run(listener);
  }

  /**
   * The figures of a run, from the cache or made and kept. Flows and ports are not kept, so that
   * 100,000 of them fit.
   *
   * @param listener of the run if it is made; told nothing if it is stored
   * @throws dev.headroom.sim.fabric.UnrunnableScenarioException if the scenario cannot be run as it
   *     is
   */
  public RunFigures figures(ScenarioRun run, RunListener listener) {
    made.incrementAndGet();
    return RunFigures.of(run.run(listener));
  }

  /** How runs were answered so far. */
  public Use use() {
    return new Use(stored.get(), made.get());
  }
}
