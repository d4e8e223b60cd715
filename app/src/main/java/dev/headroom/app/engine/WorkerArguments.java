package dev.headroom.app.engine;

import dev.headroom.app.option.DurationText;
import dev.headroom.model.text.BadInputException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the workers of a sweep and the time that a trial may take. */
public final class WorkerArguments {
  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Trials that run at the same time, at most one for each processor. Rows do not depend "
              + "on it. Default: all processors.")
  private @Nullable Integer workers;

  @Option(
      names = "--trial-limit",
      paramLabel = "TIME",
      description =
          "Time after which a trial is given up, such as 30s, 10m or 2h. Default: 10m, or that of "
              + "the sweep that is resumed.")
  private @Nullable String limit;

  /** Refuses bad values before anything is read or written. */
  public void check() {
    workers();
    limit();
  }

  /** Number of workers that the user wants. */
  public int workers() {
    int processors = Runtime.getRuntime().availableProcessors();
    if (workers == null) {
      return processors;
    }
    if (workers < 1) {
      throw new BadInputException("--workers " + workers + ": at least 1 is needed");
    }
    return Math.min(workers, processors);
  }

  /** The limit; empty if the user gives none. */
  public Optional<Duration> limit() {
    if (limit == null) {
      return Optional.empty();
    }
    return Optional.of(DurationText.parse("--trial-limit", limit));
  }
}
