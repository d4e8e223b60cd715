package dev.headroom.app.perftest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options of perftest that a model cannot honour, and why. */
final class PerftestRefusals {
  private static final String ONE_PORT = "NICs of the model have one port; -b uses both ways of it";
  private static final String NO_MULTICAST = "multicast groups are not modelled";

  private static final Map<String, String> WHY =
      Map.ofEntries(
          Map.entry("--run_infinitely", "it would never end; -D SECONDS does"),
          Map.entry(
              "--cpu_util",
              "what a CPU does beside the thread that polls is not modelled; that takes all of one"),
          Map.entry("-C", "hosts of the model have no clock rate; latencies are in microseconds"),
          Map.entry(
              "--report-cycles",
              "hosts of the model have no clock rate; latencies are in microseconds"),
          Map.entry("-O", ONE_PORT),
          Map.entry("--dualport", ONE_PORT),
          Map.entry("-g", NO_MULTICAST),
          Map.entry("--mcg", NO_MULTICAST),
          Map.entry("-M", NO_MULTICAST),
          Map.entry("--MGID", NO_MULTICAST),
          Map.entry("--use-srq", "receive queues of the model are of one queue pair each"),
          Map.entry(
              "-W", "sysfs counters of the test are not kept; --as 'rdma statistic' has a run's"),
          Map.entry(
              "--report-counters",
              "sysfs counters of the test are not kept; --as 'rdma statistic' has a run's"));

  private PerftestRefusals() {}

  /** The first of these words that is such an option, with the reason. */
  static Optional<String> of(List<String> words) {
    return words.stream()
        .map(word -> word.split("=", 2)[0])
        .filter(WHY::containsKey)
        .findFirst()
        .map(word -> word + ": " + WHY.get(word));
  }
}
