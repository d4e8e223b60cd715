package dev.headroom.app.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the seed of a search. */
public final class SearchSeed {
  @Option(names = "--seed", paramLabel = "N", description = "Seed of the search. Default: 1.")
  private @Nullable Long seed;

  /** Whether the user gives one. */
  public boolean isGiven() {
    return seed != null;
  }

  /** The seed. */
  public long value() {
    return seed == null ? 1 : seed;
  }
}
