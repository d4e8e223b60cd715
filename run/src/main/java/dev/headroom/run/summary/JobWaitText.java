package dev.headroom.run.summary;

import dev.headroom.model.collective.Collective;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Text about which GPU waits for which in an unfinished job. */
public final class JobWaitText {
  /** What PyTorch waits before it gives a collective up (torch.distributed, NCCL's backend). */
  private static final long PATIENCE_MS = 600_000;

  private JobWaitText() {}

  /** Of a whole job, in one sentence; empty if nobody waits. */
  static Optional<String> waitSentence(JobResult job) {
    if (job.waiting().isEmpty()) {
      return Optional.empty();
    }
    Optional<Waiting> stopped = job.waiting().stream().filter(each -> !waits(each)).findFirst();
    Optional<Waiting> first = job.waiting().stream().filter(JobWaitText::waits).findFirst();
    String root =
        stopped
            .map(gpu ->
                "%s %d stopped after %d of its %d operations, at %s"
                    .formatted(
                        job.rankWord(),
                        gpu.gpu(),
                        gpu.operation(),
                        gpu.operations(),
                        NumberText.time(gpu.sincePs())))
            .orElse(notDone(job));
    return Optional.of(
        first
            .map(gpu ->
                root
                    + "; %s %d has waited for %s since %s"
                        .formatted(
                            job.rankWord(),
                            gpu.gpu(),
                            waitReason(gpu),
                            NumberText.time(gpu.sincePs()))
                    + missing(gpu))
            .orElse(root));
  }

  private static boolean waits(Waiting waiting) {
    return !(waiting.reason() instanceof GpuWait.Nothing);
  }

  /** What it waits for: {@code the data group's reduce-scatter 3}; blank if it has stopped. */
  public static String waitReason(Waiting waiting) {
    return switch (waiting.reason()) {
      case GpuWait.Nothing() -> "";
      case GpuWait.Call call ->
          "the %s group's %s %d".formatted(call.group(), call.collective().word(), call.number());
      case GpuWait.Messages messages ->
          "%s%s%s, in step %d of %d"
              .formatted(
                  messages.sent() ? "its own message to " : "a message from ",
                  String.join(", ", messages.peers()),
                  messages.more() == 0 ? "" : " and %d more".formatted(messages.more()),
                  messages.step() + 1,
                  messages.steps());
    };
  }

  private static String notDone(JobResult job) {
    String word = job.rankWord();
    int count = job.waiting().size();
    return NumberText.plural(count, word, word + (word.endsWith("s") ? "es" : "s"))
        + " did not finish";
  }

  private static String missing(Waiting waiting) {
    List<Integer> absent = absent(waiting);
    return !(waiting.reason() instanceof GpuWait.Call)
        ? ""
        : absent.isEmpty()
            ? "; all GPUs of the group called it, but messages are missing"
            : absent.size() == 1
                ? "; GPU %d did not call it".formatted(absent.getFirst())
                : "; GPU %d and %d more did not call it"
                    .formatted(absent.getFirst(), absent.size() - 1);
  }

  /** Those of its group that have not called what it waits for. */
  public static List<Integer> absent(Waiting waiting) {
    return waiting.reason() instanceof GpuWait.Call call ? call.absent() : List.of();
  }

  /**
   * The lines that a user would see of a wait that never ends: PyTorch gives a collective up after
   * ten minutes, GPU by GPU. None of nccl-tests, where nobody watches.
   */
  public static List<String> errorLines(JobResult job, int most) {
    return job.waiting().stream()
        .flatMap(each ->
            each.reason() instanceof GpuWait.Call call
                ? Stream.of(errorLine(each.gpu(), call))
                : Stream.empty())
        .limit(most)
        .toList();
  }

  private static String errorLine(int gpu, GpuWait.Call call) {
    return "[Rank %d] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=%d, OpType=%s, Timeout(ms)=%d) ran for %d milliseconds before timing out."
        .formatted(gpu, call.number() + 1, operation(call.collective()), PATIENCE_MS, PATIENCE_MS);
  }

  /** As PyTorch names it, that of the calls that take one tensor ({@code opTypeToString}). */
  private static String operation(Collective collective) {
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
