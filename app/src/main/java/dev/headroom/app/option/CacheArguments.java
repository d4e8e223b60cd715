package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.CacheSettings;
import dev.headroom.run.cache.RunCache;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Option for the cache of runs, and the line that says how many runs came from it. */
public final class CacheArguments {
  @Option(
      names = "--no-cache",
      description =
          "Run everything again: neither read nor write the cache of runs (headroom cache).")
  private boolean noCache;

  /**
   * The cache of this user, or none if it is off.
   *
   * @param err where it is said, once, that nothing can be kept
   */
  public RunCache open(PrintWriter err) {
    return noCache
        ? RunCache.none()
        : RunCache.open(
            settings(),
            warning -> {
              err.println("headroom: " + warning);
              err.flush();
            });
  }

  /** Place and bound of the cache, as the environment sets them. */
  public static CacheSettings settings() {
    try {
      return CacheSettings.of(System.getenv());
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Says how many runs came from the cache, if any did. */
  public static void tell(RunCache cache, PrintWriter err) {
    RunCache.Use use = cache.use();
    if (use.stored() > 0) {
      err.println("headroom: %d of %d runs from the cache".formatted(use.stored(), use.runs()));
      err.flush();
    }
  }
}
