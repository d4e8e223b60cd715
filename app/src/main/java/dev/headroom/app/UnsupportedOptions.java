package dev.headroom.app;

import dev.headroom.app.perftest.ForeignPerftestOptions;
import java.util.Map;
import java.util.Optional;

/**
 * Table of options of replaced programs that Headroom does not support, each with the option to use
 * instead or the reason why there is none.
 */
final class UnsupportedOptions {
  private static final String CSV = "--out DIR writes collective.json to DIR, and --json prints it";
  private static final String STOP = "--set run.stop=10s limits the simulated time of a run";
  private static final String STREAM = "there are no CUDA streams here; remove it";
  private static final String CPU = "times are those of GPUs; remove it";

  private static final Map<String, String> OF_NCCL_TESTS =
      Map.of(
          "-F", CSV,
          "--output_file", CSV,
          "-T", STOP,
          "--timeout", STOP,
          "-y", STREAM,
          "--stream_null", STREAM,
          "-C", CPU,
          "--report_cputime", CPU,
          "-np", "--gpus N sets the total number of GPUs");

  private UnsupportedOptions() {}

  /** What a command says of an option; empty where it knows nothing of it. */
  static Optional<String> why(String command, String option) {
    return switch (command) {
      case "perf" -> ForeignPerftestOptions.ofPerf(option);
      case "collective" -> Optional.ofNullable(OF_NCCL_TESTS.get(option));
      default -> Optional.empty();
    };
  }
}
