package dev.headroom.wire.perf;

import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import java.io.IOException;
import java.util.Optional;

/** Waits for what completes, and says in words what went wrong. */
final class Completions {
  private final PerfEnds ends;
  private final PerfSettings settings;

  Completions(PerfEnds ends, PerfSettings settings) {
    this.ends = ends;
    this.settings = settings;
  }

  /** The next of a queue, whatever became of it. */
  WorkCompletion next(CompletionQueue queue) throws IOException, InterruptedException {
    return queue.await(Turns.PATIENCE_NS).orElseThrow(Completions::silence);
  }

  /**
   * The next message.
   *
   * @param before how many came
   * @param total how many are to come
   */
  WorkCompletion received(long before, long total) throws IOException, InterruptedException {
    return received(ends.receives.await(Turns.PATIENCE_NS), before, total);
  }

  /** A message that was waited for as long as it could be. */
  WorkCompletion received(Optional<WorkCompletion> done, long before, long total)
      throws IOException {
    if (done.isEmpty() && settings.type() != QueuePairType.RC) {
      throw new IOException(
          "of "
              + total
              + " messages "
              + before
              + " came: without acknowledgements what is lost stays lost");
    }
    WorkCompletion completion = done.orElseThrow(Completions::silence);
    check(completion);
    return completion;
  }

  static IOException silence() {
    return new IOException("nothing came for " + Turns.PATIENCE_NS / 1_000_000_000L + " s");
  }

  static void check(WorkCompletion done) throws IOException {
    if (done.status() != WorkCompletion.Status.SUCCESS) {
      throw new IOException(
          (done.receive() ? "a receive" : "a work request")
              + " of queue pair "
              + done.queuePair()
              + " ended with "
              + done.status()
              + (done.status() == WorkCompletion.Status.LOCAL_LENGTH_ERROR
                  ? ": the peer's messages are longer than this side was told"
                  : ""));
    }
  }
}
