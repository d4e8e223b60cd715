package dev.headroom.run.summary;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.Straggler;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Calls;
import dev.headroom.sim.measure.JobResult.Gpu;
import java.util.Comparator;
import java.util.Optional;

/** Text about the times of a job, in sentences. */
public final class JobText {
  private static final double WORTH_NAMING = 0.02;

  private JobText() {}

  /** Mean share of the step in which GPUs computed, 0 to 1. */
  public static double computing(JobResult job, long durationPs) {
    return durationPs == 0
        ? 0
        : job.gpus().stream().mapToLong(Gpu::computedPs).average().orElse(0) / durationPs;
  }

  /** Mean share of the step in which they waited for others, 0 to 1. */
  public static double waiting(JobResult job, long durationPs) {
    return durationPs == 0
        ? 0
        : job.gpus().stream().mapToLong(Gpu::exposedPs).average().orElse(0) / durationPs;
  }

  /** Mean share of the step in which they waited for one that had not begun to send, 0 to 1. */
  public static double bubble(JobResult job, long durationPs) {
    return durationPs == 0
        ? 0
        : job.gpus().stream().mapToLong(Gpu::bubblePs).average().orElse(0) / durationPs;
  }

  /** How long its job took, and what for: of one that is done. */
  static Optional<String> summary(WorkloadFigures workload) {
    return workload.job().map(job -> of(workload, summary(job, workload.durationPs())));
  }

  /** Who waits for whom in its job, in one sentence; empty if nobody waits. */
  static Optional<String> waitSentence(WorkloadFigures workload) {
    return workload
        .job()
        .flatMap(JobWaitText::waitSentence)
        .map(sentence -> of(workload, sentence));
  }

  /** A sentence about one of several workloads names it. */
  private static String of(WorkloadFigures workload, String sentence) {
    return workload.name().isBlank()
        ? sentence
        : "Part %s: %s".formatted(workload.name(), sentence);
  }

  private static String summary(JobResult job, long durationPs) {
    String step =
        "The step took %s; GPUs computed %s of that"
            .formatted(NumberText.time(durationPs), NumberText.percent(computing(job, durationPs)));
    Optional<Calls> worst = job.calls().stream().max(Comparator.comparingLong(Calls::exposedPs));
    double bubblePs = bubble(job, durationPs) * durationPs;
    if (bubblePs > WORTH_NAMING * durationPs && bubblePs > worst.map(Calls::exposedPs).orElse(0L)) {
      return "%s; they waited longest in the pipeline bubble, for a stage that had not started to send: %s on average."
          .formatted(step, NumberText.time(Math.round(bubblePs)));
    }
    Optional<Straggler> late =
        Straggler.of(job)
            .filter(_ -> job.samples() > 0) // else GPUs may have parts of their own
            .filter(slow ->
                slow.latePs() > WORTH_NAMING * durationPs
                    && slow.latePs() > worst.map(Calls::exposedPs).orElse(0L) / 2);
    if (late.isPresent()) {
      return "%s; the other GPUs waited for GPU %d%s, which %s for %s, %s times the time of the others."
          .formatted(
              step,
              late.get().first(),
              late.get().count() == 1
                  ? ""
                  : " and %s more".formatted(NumberText.count(late.get().count() - 1L)),
              late.get().count() == 1 ? "computed" : "compute",
              NumberText.time(late.get().computesPs()),
              NumberText.ratio(
                  (double) late.get().computesPs() / Math.max(1, late.get().othersPs())));
    }
    return worst
        .filter(calls -> calls.exposedPs() > WORTH_NAMING * durationPs)
        .map(calls ->
            "%s; they waited longest for the %s group's %s: %s."
                .formatted(
                    step, calls.kind(), calls.collective(), NumberText.time(calls.exposedPs())))
        .orElse(step + ".");
  }

  /** Whether nobody called it: GPUs run one collective, step by step. */
  public static boolean isOneCollective(JobResult job) {
    return job.calls().isEmpty();
  }
}
