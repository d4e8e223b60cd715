package dev.headroom.app.perftest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What perftest is to print and write beside its rows, and what results it is to refuse. */
final class PerftestReporting {
  private static final String USUAL_FILE = "perftest_out.json";

  @Option(names = {"-H", "--report-histogram"})
  private boolean histogram;

  @Option(names = {"-U", "--report-unsorted"})
  private boolean unsorted;

  @Option(names = "--out_json")
  private boolean json;

  @Option(names = "--out_json_file")
  private @Nullable String file;

  @Option(names = {"-w", "--limit_bw"})
  private @Nullable Double leastBandwidth;

  @Option(names = {"-y", "--limit_msgrate"})
  private @Nullable Double leastRate;

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
  Optional<String> complaint(boolean latency, boolean timed) {
    if ((histogram || unsorted) && (!latency || timed)) {
      return Optional.of(
          "-H and -U list single latencies, which a test of bandwidth or -D has not");
    }
    if (latency && (leastBandwidth != null || leastRate != null)) {
      return Optional.of("-w and -y are limits of bandwidths; a latency test has none");
    }
    return Optional.empty();
  }

  /**
   * Why a result will not do, as perftest says it; empty if it will. It looks at the rate of
   * messages only beside a bandwidth, as there.
   *
   * @param bandwidth in the unit that is printed
   */
  Optional<String> refusal(double bandwidth, double mpps) {
    if (leastBandwidth == null) {
      return Optional.empty();
    }
    if (bandwidth < leastBandwidth) {
      return Optional.of("Error: BW result is below bw limit");
    }
    return leastRate != null && mpps < leastRate
        ? Optional.of("Error: Msg rate  is below msg_rate limit")
        : Optional.empty();
  }
}
