package dev.headroom.app.perftest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Duration of a timed perftest run, in seconds, with a margin at both ends that does not count. */
final class PerftestDuration {
  /** The part of the duration that a margin takes where none is given. */
  private static final int USUAL_MARGINS = 4;

  @Option(names = {"-D", "--duration"})
  private @Nullable Integer seconds;

  @Option(names = {"-f", "--margin"})
  private @Nullable Integer margin;

  /** Whether messages are counted for a time, and not a time taken for so many. */
  boolean isSet() {
    return seconds != null;
  }

  /** Seconds in which messages are counted; empty where a number of them is sent. */
  Optional<Integer> counted() {
    return Optional.ofNullable(seconds)
        .map(all -> all - 2 * (margin == null ? all / USUAL_MARGINS : margin));
  }

  /**
   * What is wrong with it, if anything.
   *
   * @param counts whether a number of messages is given, too
   */
  Optional<String> errorMessage(boolean counts) {
    if (seconds == null) {
      return margin == null
          ? Optional.empty()
          : Optional.of("--margin applies to tests with --duration; add -D SECONDS");
    }
    if (counts) {
      return Optional.of("--duration and --iters both set the length of the test; use one of them");
    }
    if (seconds < 1 || seconds > 1_000_000) {
      return Optional.of("--duration %d: use 1 to 1000000 seconds".formatted(seconds));
    }
    if (margin != null && (margin < 0 || 2 * margin >= seconds)) {
      return Optional.of(
          "--margin %d leaves nothing of --duration %d: use less than half of it"
              .formatted(margin, seconds));
    }
    return Optional.empty();
  }
}
