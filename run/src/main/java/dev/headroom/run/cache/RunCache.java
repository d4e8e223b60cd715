package dev.headroom.run.cache;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Cache of whole runs. A run that was made before is not made again: its listener is told the same
 * flows in the same order, and the summary is the same, with the CPU and wall times of the original
 * run. Safe for several threads and processes.
 *
 * <p>Never kept are runs that were interrupted or whose packets do not balance, those with classes
 * of the user, and those that are observed or sampled while they run.
 */
public final class RunCache {
  /** Of the bound, the most that one entry may take. */
  private static final int ENTRY_SHARE = 16;

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

  private record Store(CacheFolder folder, FigureRows rows, long mostEntryBytes) {}

  private final Optional<Store> store;
  private final Consumer<String> warnings;
  private final AtomicBoolean isBroken = new AtomicBoolean();
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong made = new AtomicLong();

  private RunCache(Optional<Store> store, Consumer<String> warnings) {
    this.store = store;
    this.warnings = warnings;
  }

  /** A cache that keeps nothing and counts what is run. */
  public static RunCache none() {
    return new RunCache(Optional.empty(), warning -> {});
  }

  /**
   * The cache in a folder. It never fails: what cannot be read or written is run.
   *
   * @param warnings is told, once, why nothing can be kept
   */
  public static RunCache open(CacheSettings settings, Consumer<String> warnings) {
    return new RunCache(
        settings
            .folder()
            .map(path -> {
              CacheFolder folder = new CacheFolder(path, settings.boundBytes());
              return new Store(folder, new FigureRows(folder), settings.boundBytes() / ENTRY_SHARE);
            }),
        warnings);
  }

  /** What the cache with these settings holds; nothing if it is off or has not been used yet. */
  public static CacheContent content(CacheSettings settings) throws IOException {
    return settings.folder().isPresent()
        ? new CacheFolder(settings.folder().get(), settings.boundBytes()).content()
        : CacheContent.NONE;
  }

  /** Removes all that the cache with these settings holds. Files of others in its folder stay. */
  public static void clear(CacheSettings settings) throws IOException {
    if (settings.folder().isPresent()) {
      new CacheFolder(settings.folder().get(), settings.boundBytes()).clear();
    }
  }

  /**
   * The summary of a run, from the cache or made and kept.
   *
   * @throws dev.headroom.sim.fabric.UnrunnableScenarioException if the scenario cannot be run as it
   *     is
   */
  public RunSummary run(ScenarioRun run, RunListener listener) {
    Optional<Store> usable = usable();
    Optional<RunKey> key = usable.isEmpty() ? Optional.empty() : RunKey.of(run);
    if (usable.isEmpty() || key.isEmpty() || listener.needsSamples()) {
      made.incrementAndGet();
      return run.run(listener);
    }
    Store its = usable.get();
    Replay replay = new Replay(run, listener);
    Optional<RunSummary> found = find(its, key.get(), replay);
    if (found.isPresent()) {
      stored.incrementAndGet();
      return found.get();
    }
    made.incrementAndGet();
    return makeAndKeep(its, key.get(), run, replay.rest());
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
    Optional<Store> usable = usable();
    Optional<RunKey> key = usable.isEmpty() ? Optional.empty() : RunKey.of(run);
    if (usable.isEmpty() || key.isEmpty() || listener.needsSamples()) {
      made.incrementAndGet();
      return RunFigures.of(run.run(listener));
    }
    Store its = usable.get();
    Optional<RunFigures> found =
        row(its, key.get())
            .or(() -> find(its, key.get(), new Replay(run, RunListener.NONE)).map(RunFigures::of));
    if (found.isPresent()) {
      stored.incrementAndGet();
      return found.get();
    }
    made.incrementAndGet();
    RunSummary summary = run.run(listener);
    RunFigures figures = RunFigures.of(summary);
    if (isLasting(summary.result())) {
      try {
        its.rows().keep(key.get(), figures);
      } catch (IOException e) {
        giveUp(e);
      }
    }
    return figures;
  }

  /** How runs were answered so far. */
  public Use use() {
    return new Use(stored.get(), made.get());
  }

  private Optional<Store> usable() {
    return isBroken.get() ? Optional.empty() : store;
  }

  private Optional<RunFigures> row(Store its, RunKey key) {
    try {
      return its.rows().find(key);
    } catch (IOException e) {
      giveUp(e);
      return Optional.empty();
    }
  }

  private Optional<RunSummary> find(Store its, RunKey key, Replay replay) {
    Path entry = its.folder().entry(key);
    try {
      Optional<StoredRun> found = StoredRun.open(entry, key);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      try (StoredRun run = found.get()) {
        CacheFolder.use(entry);
        return Optional.of(replay.of(run));
      }
    } catch (IOException e) {
      giveUp(e);
      return Optional.empty();
    }
  }

  /** Runs, and writes the flows beside as they end. */
  private RunSummary makeAndKeep(Store its, RunKey key, ScenarioRun run, RunListener listener) {
    try (Keeping keeping = new Keeping(listener, its.folder(), key, its.mostEntryBytes())) {
      RunSummary summary = run.run(keeping);
      if (isLasting(summary.result())) {
        keeping.keep(summary.result());
      }
      keeping.failure().ifPresent(this::giveUp);
      return summary;
    }
  }

  private static boolean isLasting(RunResult result) {
    return result.outcome() != RunResult.Outcome.INTERRUPTED && result.imbalances().isEmpty();
  }

  /** Nothing more is read or written. */
  private void giveUp(IOException why) {
    if (isBroken.compareAndSet(false, true)) {
      warnings.accept(
          "no run is kept for later: %s; %s=DIR names another folder, %s=%s keeps none"
              .formatted(
                  FailureMessage.withFile(why),
                  CacheSettings.FOLDER,
                  CacheSettings.FOLDER,
                  CacheSettings.OFF));
    }
  }
}
