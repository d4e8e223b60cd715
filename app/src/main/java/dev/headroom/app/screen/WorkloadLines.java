package dev.headroom.app.screen;

import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.measure.InferenceResult;
import dev.headroom.sim.measure.StorageResult;

/** Lines about the workload: bandwidth of its collective, storage requests and prompts. */
final class WorkloadLines {
  private WorkloadLines() {}

  /**
   * @param durationPs from the first flow to the end of the last, which is what a run takes where
   *     it is not GPUs who say when it is done
   */
  static void write(TerminalPage page, WorkloadFigures workload, long durationPs) {
    String name = workload.name();
    workload
        .collective()
        .ifPresent(figures -> {
          page.labelled(name.isBlank() ? "collective" : name, words(figures));
          long calls = figures.called().times();
          if (calls > 1) {
            page.labelled("", "each of %,d calls in a row".formatted(calls));
          } else if (!NumberText.time(figures.timePs()).equals(NumberText.time(durationPs))) {
            page.labelled(
                "",
                "from its call to the last GPU's end; completion counts from its first message");
          }
        });
    workload
        .storage()
        .ifPresent(storage -> page.labelled(name.isBlank() ? "storage" : name, words(storage)));
    workload
        .inference()
        .ifPresent(inference -> {
          page.labelled(name.isBlank() ? "first token" : name, words(inference));
          page.labelled("", parts(inference));
        });
  }

  private static String words(CollectiveFigures figures) {
    return "%s · algbw %.2f GB/s · busbw %.2f GB/s"
        .formatted(NumberText.time(figures.timePs()), figures.algbw(), figures.busbw());
  }

  private static String words(StorageResult storage) {
    return "%s %s at %s; %s of %s answered, in %s (p50), %s (p99), %s (max)"
        .formatted(
            storage.writes() ? "wrote" : "read",
            NumberText.size(storage.bytes()),
            NumberText.rate(storage.bps()),
            NumberText.count(storage.completedRequests()),
            NumberText.plural(storage.requestCount(), "request", "requests"),
            NumberText.time(storage.quantilePs(0.5)),
            NumberText.time(storage.quantilePs(0.99)),
            NumberText.time(storage.quantilePs(1)));
  }

  private static String words(InferenceResult inference) {
    long[] times = inference.firstTokenPs();
    return "%s of %s answered, first token after %s (p50), %s (p99), %s (max)"
        .formatted(
            NumberText.count(inference.answeredPrompts()),
            NumberText.plural(inference.promptCount(), "prompt", "prompts"),
            quantile(times, 0.5),
            quantile(times, 0.99),
            quantile(times, 1));
  }

  private static String parts(InferenceResult inference) {
    return "exposed transfer %s (p50), %s (p99), %s of the total; prefill %s (p50), %s (p99); queueing %s (p50), %s (p99)"
        .formatted(
            quantile(inference.exposedPs(), 0.5),
            quantile(inference.exposedPs(), 0.99),
            NumberText.percent(inference.exposedShare()),
            quantile(inference.workedPs(), 0.5),
            quantile(inference.workedPs(), 0.99),
            quantile(inference.waitedPs(), 0.5),
            quantile(inference.waitedPs(), 0.99));
  }

  private static String quantile(long[] times, double share) {
    return NumberText.time(InferenceResult.quantilePs(times, share));
  }
}
