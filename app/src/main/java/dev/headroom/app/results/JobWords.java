package dev.headroom.app.results;

import dev.headroom.model.collective.Collective;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Calls;
import dev.headroom.sim.measure.JobResult.Gpu;
import dev.headroom.sim.measure.JobResult.Waiting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a job's times come to, in sentences. */
public final class JobWords {
  private static final double WORTH_NAMING = 0.02;

  /** What PyTorch waits before it gives a collective up (torch.distributed, NCCL's backend). */
  private static final long PATIENCE_MS = 600_000;

  private JobWords() {}

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
  static Optional<String> whoWaits(WorkloadFigures workload) {
    return workload.job().flatMap(JobWords::whoWaits).map(sentence -> of(workload, sentence));
  }

  /** A sentence about one of several workloads names it. */
  private static String of(WorkloadFigures workload, String sentence) {
    return workload.name().isBlank()
        ? sentence
        : "Part %s: %s".formatted(workload.name(), sentence);
  }

  private static String summary(JobResult job, long durationPs) {
    String step =
        "The step took %s, of which GPUs computed %s"
            .formatted(Figures.time(durationPs), Figures.percent(computing(job, durationPs)));
    Optional<Calls> worst = job.calls().stream().max(Comparator.comparingLong(Calls::exposedPs));
    double bubblePs = bubble(job, durationPs) * durationPs;
    if (bubblePs > WORTH_NAMING * durationPs && bubblePs > worst.map(Calls::exposedPs).orElse(0L)) {
      return "%s; they waited longest in the pipeline's bubble, for a stage that had not begun to send: %s on average."
          .formatted(step, Figures.time(Math.round(bubblePs)));
    }
    Optional<Straggler> late =
        Straggler.of(job)
            .filter(_ -> job.samples() > 0) // else GPUs may have parts of their own
            .filter(slow ->
                slow.latePs() > WORTH_NAMING * durationPs
                    && slow.latePs() > worst.map(Calls::exposedPs).orElse(0L) / 2);
    if (late.isPresent()) {
      return "%s; the others waited for GPU %d%s, which %s for %s, %s times as long as they."
          .formatted(
              step,
              late.get().first(),
              late.get().count() == 1
                  ? ""
                  : " and %s more".formatted(Figures.count(late.get().count() - 1L)),
              late.get().count() == 1 ? "computed" : "compute",
              Figures.time(late.get().computesPs()),
              Figures.ratio((double) late.get().computesPs() / Math.max(1, late.get().othersPs())));
    }
    return worst
        .filter(calls -> calls.exposedPs() > WORTH_NAMING * durationPs)
        .map(calls ->
            "%s; they waited longest for the %s group's %s: %s."
                .formatted(step, calls.kind(), calls.collective(), Figures.time(calls.exposedPs())))
        .orElse(step + ".");
  }

  private static Optional<String> whoWaits(JobResult job) {
    if (job.waiting().isEmpty()) {
      return Optional.empty();
    }
    Optional<Waiting> stopped =
        job.waiting().stream().filter(each -> each.what().isEmpty()).findFirst();
    Optional<Waiting> first =
        job.waiting().stream().filter(each -> !each.what().isEmpty()).findFirst();
    String root =
        stopped
            .map(gpu ->
                "%s %d did nothing any more after %d of its %d operations, at %s"
                    .formatted(
                        job.rankWord(),
                        gpu.gpu(),
                        gpu.operation(),
                        gpu.operations(),
                        Figures.time(gpu.sincePs())))
            .orElse("%s are not done".formatted(ranks(job, job.waiting().size())));
    return Optional.of(
        first
            .map(gpu ->
                root
                    + "; %s %d has waited for %s since %s"
                        .formatted(
                            job.rankWord(), gpu.gpu(), gpu.what(), Figures.time(gpu.sincePs()))
                    + (isOneCollective(job) ? "" : ", which " + missing(gpu)))
            .orElse(root));
  }

  /** Whether nobody called it: GPUs run one collective, step by step. */
  public static boolean isOneCollective(JobResult job) {
    return job.calls().isEmpty();
  }

  private static String ranks(JobResult job, int count) {
    String word = job.rankWord();
    return Figures.plural(count, word, word + (word.endsWith("s") ? "es" : "s"));
  }

  private static String missing(Waiting waiting) {
    List<Integer> absent = waiting.absent();
    return absent.isEmpty()
        ? "all of the group have called: its messages are missing"
        : absent.size() == 1
            ? "GPU %d has not called".formatted(absent.getFirst())
            : "GPU %d and %d more have not called".formatted(absent.getFirst(), absent.size() - 1);
  }

  /**
   * The lines that a user would see of a wait that never ends: PyTorch gives a collective up after
   * ten minutes, GPU by GPU.
   */
  public static List<String> errorLines(JobResult job, int most) {
    if (isOneCollective(job)) {
      return List.of(); // nccl-tests, where nobody watches
    }
    return job.waiting().stream()
        .filter(each -> !each.what().isEmpty())
        .limit(most)
        .map(each ->
            "[Rank %d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%d, OpType=%s, Timeout(ms)=%d) ran for %d milliseconds before timing out."
                .formatted(each.gpu(), call(each), operation(each), PATIENCE_MS, PATIENCE_MS))
        .toList();
  }

  /** The last two words of what is waited for: a collective and its number, from 0. */
  private static long call(Waiting waiting) {
    String[] words = waiting.what().split(" ");
    return Long.parseLong(words[words.length - 1]) + 1;
  }

  /** As PyTorch names it, that of the calls that take one tensor ({@code opTypeToString}). */
  private static String operation(Waiting waiting) {
    String[] words = waiting.what().split(" ");
    Collective collective = Collective.named(words[words.length - 2]).orElseThrow();
    return switch (collective) {
      case ALL_REDUCE -> "ALLREDUCE";
      case ALL_GATHER -> "_ALLGATHER_BASE";
      case REDUCE_SCATTER -> "_REDUCE_SCATTER_BASE";
      case ALL_TO_ALL -> "ALLTOALL_BASE";
      case BROADCAST -> "BROADCAST";
      case REDUCE -> "REDUCE";
      case GATHER -> "GATHER";
      case SCATTER -> "SCATTER";
      case SEND_RECV -> "COALESCED";
    };
  }
}
