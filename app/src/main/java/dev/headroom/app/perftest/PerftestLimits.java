package dev.headroom.app.perftest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Bandwidth and message rate limits of perftest that a bandwidth test must reach. As there, they
 * hold as soon as one size reaches them, and the rate of messages is looked at only beside a
 * bandwidth.
 */
public final class PerftestLimits {
  @Option(
      names = {"-w", "--limit_bw"},
      paramLabel = "RATE",
      description =
          "Exit with 1 if the average bandwidth is below this, in the printed unit. "
              + "Bandwidth tests only.")
  private @Nullable Double leastBandwidth;

  @Option(
      names = {"-y", "--limit_msgrate"},
      paramLabel = "MPPS",
      description =
          "Exit with 1 if the message rate is below this, in millions per second; with -w.")
  private @Nullable Double leastRate;

  private boolean isPassed;
  private Optional<String> refusal = Optional.empty();

  /** What is wrong with them, if anything. */
  public Optional<String> errorMessage(boolean latency) {
    if (latency && (leastBandwidth != null || leastRate != null)) {
      return Optional.of("-w and -y are bandwidth limits; a latency test has none");
    }
    if ((leastBandwidth != null && leastBandwidth < 0) || (leastRate != null && leastRate < 0)) {
      return Optional.of("-w and -y: use 0 or more");
    }
    return leastRate != null && leastBandwidth == null
        ? Optional.of(
            "-y without -w: perftest checks the message rate only together with a bandwidth; "
                + "add -w 0")
        : Optional.empty();
  }

  /**
   * Takes a result of a size.
   *
   * @param bandwidth in the unit that is printed
   */
  public void measured(double bandwidth, double mpps) {
    if (isPassed) {
      return;
    }
    refusal = refusal(bandwidth, mpps);
    isPassed = refusal.isEmpty();
  }

  /** Why the results will not do, in perftest's words; empty if they will. */
  public Optional<String> refusal() {
    return refusal;
  }

  private Optional<String> refusal(double bandwidth, double mpps) {
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
