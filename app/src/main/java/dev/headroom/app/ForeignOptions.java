package dev.headroom.app;

import java.util.Map;
import java.util.Optional;

/**
 * Options that people know from the program that a command stands in for, and that it does not
 * have: what to use instead, or why there is none.
 */
final class ForeignOptions {
  private static final String NO_MULTICAST = "there is no multicast here; perf has pairs of peers";
  private static final String POLLS = "completions are polled for here; leave it out";
  private static final String MARGIN =
      "of -D a quarter, in whole seconds, is left out at either end; leave it out";
  private static final String ONE_PATH =
      "an endpoint is one address, which --bind names; leave it out";
  private static final String UNLABELLED = "packets are not labelled here; leave it out";
  private static final String SHOWN = "all figures are in --json; leave it out";
  private static final String INLINE = "data are copied in any case here; leave it out";
  private static final String LISTS = "requests are posted one by one here; leave it out";
  private static final String MEMORY = "buffers are in host memory here; leave it out";

  private static final Map<String, String> OF_PERFTEST =
      Map.ofEntries(
          Map.entry("-e", POLLS),
          Map.entry("--events", POLLS),
          Map.entry("-f", MARGIN),
          Map.entry("--margin", MARGIN),
          Map.entry("-g", NO_MULTICAST),
          Map.entry("--mcg", NO_MULTICAST),
          Map.entry("-M", NO_MULTICAST),
          Map.entry("--MGID", NO_MULTICAST),
          Map.entry("-I", INLINE),
          Map.entry("--inline_size", INLINE),
          Map.entry("-l", LISTS),
          Map.entry("--post_list", LISTS),
          Map.entry("--recv_post_list", LISTS),
          Map.entry("-O", ONE_PATH),
          Map.entry("--dualport", ONE_PATH),
          Map.entry("-S", UNLABELLED),
          Map.entry("--sl", UNLABELLED),
          Map.entry("-T", UNLABELLED),
          Map.entry("--tos", UNLABELLED),
          Map.entry("--tclass", UNLABELLED),
          Map.entry("-H", SHOWN),
          Map.entry("--report-histogram", SHOWN),
          Map.entry("-U", SHOWN),
          Map.entry("--report-unsorted", SHOWN),
          Map.entry("-C", "times are in microseconds here; leave it out"),
          Map.entry("--report-cycles", "times are in microseconds here; leave it out"),
          Map.entry("-z", "-R has the connection manager join queue pairs"),
          Map.entry("--comm_rdma_cm", "-R has the connection manager join queue pairs"),
          Map.entry("--use_cuda", MEMORY),
          Map.entry("--use_rocm", MEMORY),
          Map.entry("--use-srq", "receives are posted to each queue pair here; leave it out"),
          Map.entry("--run_infinitely", "it would never end; -D SECONDS does"));

  private static final String CSV = "--out DIR leaves collective.json there, and --json prints it";
  private static final String STOP = "--set run.stop=10s ends a run that would not end by itself";
  private static final String STREAM = "there are no CUDA streams here; leave it out";
  private static final String CPU = "times are those of GPUs; leave it out";

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
          "-np", "--gpus N is how many GPUs there are in all");

  private static final Map<String, Map<String, String>> BY_COMMAND =
      Map.of("perf", OF_PERFTEST, "collective", OF_NCCL_TESTS);

  private ForeignOptions() {}

  /** What a command says of an option; empty where it knows nothing of it. */
  static Optional<String> why(String command, String option) {
    return Optional.ofNullable(BY_COMMAND.getOrDefault(command, Map.of()).get(option));
  }
}
