package dev.headroom.app.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the time of a search. */
public final class SearchTime {
  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "Time after which no further settings are tried, such as 10m.")
  private @Nullable String time;

  /** Whether the user gives one. */
  public boolean isGiven() {
    return time != null;
  }

  /**
   * The time in nanoseconds; the greatest number for no end.
   *
   * @throws dev.headroom.model.text.BadInputException if it is no time
   */
  public long limitNs() {
    return time == null ? Long.MAX_VALUE : DurationText.parse("--time", time).toNanos();
  }
}
