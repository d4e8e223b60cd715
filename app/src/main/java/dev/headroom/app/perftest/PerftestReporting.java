package dev.headroom.app.perftest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for what perftest prints and writes in addition to its rows. */
final class PerftestReporting {
  private static final String USUAL_FILE = "perftest_out.json";

  @Option(names = {"-H", "--report-histogram", "--report-histogrm"})
  private boolean histogram;

  @Option(names = {"-U", "--report-unsorted"})
  private boolean unsorted;

  @Option(names = "--out_json")
  private boolean json;

  @Option(names = "--out_json_file")
  private @Nullable String file;

  /** Whether each latency is printed, by size. */
  boolean histogram() {
    return histogram;
  }

  /** Whether each latency is printed, in the order in which they were measured. */
  boolean unsorted() {
    return unsorted;
  }

  /** The file for a report in JSON, if one is asked for. */
  Optional<String> file() {
    return json ? Optional.of(file == null ? USUAL_FILE : file) : Optional.empty();
  }

  /** What is wrong with it, if anything. */
  Optional<String> errorMessage(boolean latency, boolean timed) {
    if ((histogram || unsorted) && (!latency || timed)) {
      return Optional.of(
          "-H and -U list single latencies, which a bandwidth test or -D does not have");
    }
    return Optional.empty();
  }
}
