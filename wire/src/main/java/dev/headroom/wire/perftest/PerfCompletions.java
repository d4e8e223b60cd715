package dev.headroom.wire.perftest;

import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Locale;
import java.util.Optional;

/** Wait for completions, with an explanation of failures in words. */
final class PerfCompletions {
  private final PerfResources ends;
  private final PerfSettings settings;

  PerfCompletions(PerfResources ends, PerfSettings settings) {
    this.ends = ends;
    this.settings = settings;
  }

  /** The next of a queue, whatever became of it. */
  WorkCompletion next(CompletionQueue queue) throws IOException, InterruptedException {
    return queue
        .await(LatencyTestLength.PATIENCE_NS)
        .orElseThrow(PerfCompletions::timeoutException);
  }

  /**
   * The next message.
   *
   * @param before how many came
   * @param total how many are to come
   */
  WorkCompletion received(long before, long total) throws IOException, InterruptedException {
    return received(ends.receives.await(LatencyTestLength.PATIENCE_NS), before, total);
  }

  /** A message that was waited for as long as it could be. */
  WorkCompletion received(Optional<WorkCompletion> done, long before, long total)
      throws IOException {
    if (done.isEmpty() && settings.type() != QueuePairType.RC) {
      throw new ProtocolException(
          "of "
              + total
              + " messages "
              + before
              + " arrived: without acknowledgements lost messages are not retransmitted");
    }
    WorkCompletion completion = done.orElseThrow(PerfCompletions::timeoutException);
    check(completion);
    return completion;
  }

  static IOException timeoutException() {
    return new ProtocolException(
        "no completion for "
            + LatencyTestLength.PATIENCE_NS / 1_000_000_000L
            + " s; both sides need the same test, and the same -n, -q and -s");
  }

  static void check(WorkCompletion done) throws IOException {
    if (done.status() != WorkCompletion.Status.SUCCESS) {
      throw new ProtocolException(
          String.format(
              Locale.ROOT,
              "a %s of QPN 0x%x ended with %s: %s",
              done.receive() ? "receive" : "work request",
              done.queuePair(),
              done.status(),
              meaning(done.status())));
    }
  }

  /** What it mostly comes from in a test of which both sides are told by hand. */
  private static String meaning(WorkCompletion.Status status) {
    return switch (status) {
      case LOCAL_LENGTH_ERROR -> "the peer's messages are longer than the size set on this side";
      case REMOTE_ACCESS_ERROR, REMOTE_INVALID_REQUEST ->
          "the peer does not allow it; both sides need the same test, and the same -a, -b, -q "
              + "and -s";
      case RETRY_EXCEEDED ->
          "the peer did not respond to any retry; it has ended, possibly because its -n or -D is "
              + "smaller, or packets are lost";
      case RNR_RETRY_EXCEEDED -> "the peer no longer posts receives; both sides need the same -n";
      case WORK_REQUEST_FLUSHED -> "its queue pair is in the error state";
      default -> "see the specification's table of completion statuses";
    };
  }
}
