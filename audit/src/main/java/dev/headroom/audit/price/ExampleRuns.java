package dev.headroom.audit.price;

import dev.headroom.audit.price.ExampleRun.Wanted;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Cache of example runs, each run once. Equal settings have equal results, and a run that fails
 * does so every time. Who wants one that is under way waits for it; threadsafe.
 */
final class ExampleRuns {
  /** How a run ended. */
  sealed interface Outcome {}

  /** It has a figure. */
  record Ran(ExampleRun run) implements Outcome {}

  /** No scenario can have these settings, or nothing arrives with them. */
  record Unfit(String why) implements Outcome {}

  private final Map<Wanted, CompletableFuture<Outcome>> runs = new ConcurrentHashMap<>();
  private final Function<Wanted, ExampleRun> runner;

  /**
   * No runs yet.
   *
   * @param runner which throws an IllegalArgumentException for what is unfit, and a
   *     CancellationException if nobody wants it any more
   */
  ExampleRuns(Function<Wanted, ExampleRun> runner) {
    this.runner = runner;
  }

  Outcome of(Wanted wanted) {
    CompletableFuture<Outcome> own = new CompletableFuture<>();
    @Nullable CompletableFuture<Outcome> others = runs.putIfAbsent(wanted, own);
    if (others != null) {
      return others.join();
    }
    try {
      own.complete(run(wanted));
    } catch (CancellationException e) {
      own.completeExceptionally(e); // who waits for it is told so
    } finally {
      // Nobody may wait forever for a run that broke off.
      own.completeExceptionally(new IllegalStateException("the run of an example was aborted"));
    }
    return own.join();
  }

  private Outcome run(Wanted wanted) {
    try {
      return new Ran(runner.apply(wanted));
    } catch (IllegalArgumentException e) {
      return new Unfit(String.valueOf(e.getMessage()));
    }
  }
}
