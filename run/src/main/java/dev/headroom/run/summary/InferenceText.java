package dev.headroom.run.summary;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.measure.InferenceResult;
import java.util.Optional;

/** Text about the results of prompts, in a sentence. */
final class InferenceText {
  private InferenceText() {}

  /** When the first tokens came, and what of that was not work; empty where none came. */
  static Optional<String> summary(WorkloadFigures workload) {
    return workload
        .inference()
        .filter(inference -> inference.answeredPrompts() > 0)
        .map(inference ->
            workload.name().isBlank()
                ? summary(inference)
                : "Part %s: %s".formatted(workload.name(), summary(inference)));
  }

  private static String summary(InferenceResult inference) {
    return "The first token of a prompt came after %s at the median and %s at the 99th percentile: %s of that time was queueing for the GPUs, %s was waiting for the KV cache."
        .formatted(
            NumberText.time(InferenceResult.quantilePs(inference.firstTokenPs(), 0.5)),
            NumberText.time(InferenceResult.quantilePs(inference.firstTokenPs(), 0.99)),
            NumberText.percent(inference.waitedShare()),
            NumberText.percent(inference.exposedShare()));
  }
}
