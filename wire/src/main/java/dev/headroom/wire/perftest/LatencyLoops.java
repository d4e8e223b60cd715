package dev.headroom.wire.perftest;

import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Loops that measure latencies, as in perftest. Where time decides, each side ends by its own
 * clock, whatever it waits for, and does not ask what became of its last message: the other side
 * may be gone.
 */
final class LatencyLoops {
  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

  /** Looks at memory before it rests a moment. */
  private static final int LOOKS = 1000;

  private final PerfResources ends;
  private final PerfSettings settings;
  private final LongConsumer progress;
  private final PerfCompletions completions;
  private final WorkRequest request;

  /**
   * @param settings of the size that is measured now
   */
  LatencyLoops(PerfResources ends, PerfSettings settings, LongConsumer progress) {
    this.ends = ends;
    this.settings = settings;
    this.progress = progress;
    completions = new PerfCompletions(ends, settings);
    request = ends.request(0, settings.messages().bytes());
  }

  /** Asks for one thing after the other. */
  PerfReport oneByOne() throws IOException, InterruptedException {
    LatencyTestLength latencyTestLength = LatencyTestLength.of(settings, 1);
    for (long i = 0; latencyTestLength.more(); i++) {
      if (send(latencyTestLength)) {
        latencyTestLength.done();
      }
      progress.accept(i);
    }
    return latencyTestLength.report();
  }

  /**
   * WRITEs to and fro. The last byte of each message is its number, for which the other side looks
   * in its memory.
   */
  PerfReport writeToAndFro(boolean begins) throws IOException, InterruptedException {
    LatencyTestLength latencyTestLength = LatencyTestLength.of(settings, 0.5);
    long last = settings.messages().bytes() - 1L;
    int received = 0;
    for (long i = 0; latencyTestLength.more(); i++) {
      if ((!begins || i > 0) && !awaitByte(last, (byte) ++received, latencyTestLength)) {
        break;
      }
      ends.outgoing.memory().set(ValueLayout.JAVA_BYTE, last, (byte) (i + 1));
      if (send(latencyTestLength)) {
        latencyTestLength.done();
      }
      progress.accept(i);
    }
    if (begins) {
      var _ = awaitByte(last, (byte) ++received, latencyTestLength);
    }
    return latencyTestLength.report();
  }

  /** Returns whether it is there; false if the time is over. */
  private boolean awaitByte(long at, byte value, LatencyTestLength latencyTestLength)
      throws IOException {
    long endNs = System.nanoTime() + latencyTestLength.patienceNs();
    for (int looks = 1; (byte) BYTE.getVolatile(ends.incoming.memory(), at) != value; looks++) {
      if (looks % LOOKS != 0) {
        Thread.onSpinWait();
        continue;
      }
      if (System.nanoTime() > endNs) {
        requireOver(latencyTestLength);
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(10));
    }
    return true;
  }

  /** SENDs to and fro. */
  PerfReport sendToAndFro(boolean client) throws IOException, InterruptedException {
    LatencyTestLength latencyTestLength = LatencyTestLength.of(settings, 0.5);
    boolean timed = settings.course().seconds() > 0;
    int iterations = settings.messages().iterations();
    long receives = Math.min(settings.queues().receiveDepth(), iterations);
    long received = 0;
    for (long i = 0; latencyTestLength.more(); i++) {
      if (!client || i > 0) {
        if (!receive(latencyTestLength, received++)) {
          break;
        }
        latencyTestLength.done();
        if (timed || receives++ < iterations) {
          ends.receive(0);
        }
      }
      var _ = send(latencyTestLength);
      progress.accept(i);
    }
    if (client && !timed) {
      var _ = receive(latencyTestLength, received);
    }
    return latencyTestLength.report();
  }

  /** Returns whether a message came; false if the time is over. */
  private boolean receive(LatencyTestLength latencyTestLength, long before)
      throws IOException, InterruptedException {
    Optional<WorkCompletion> done = ends.receives.await(latencyTestLength.patienceNs());
    if (done.isEmpty() && latencyTestLength.patienceNs() == 0) {
      return false;
    }
    var _ = completions.received(done, before, settings.messages().iterations());
    return true;
  }

  /** Returns whether it was sent and completed; false if the time is over. */
  private boolean send(LatencyTestLength latencyTestLength)
      throws IOException, InterruptedException {
    latencyTestLength.posted();
    ends.pairs.getFirst().post(request);
    CompletionQueue queue = ends.sends;
    Optional<WorkCompletion> done = queue.await(latencyTestLength.patienceNs());
    if (latencyTestLength.patienceNs() == 0) {
      return false;
    }
    PerfCompletions.check(done.orElseThrow(PerfCompletions::timeoutException));
    return true;
  }

  private static void requireOver(LatencyTestLength latencyTestLength) throws IOException {
    if (latencyTestLength.patienceNs() > 0) {
      throw PerfCompletions.timeoutException();
    }
  }
}
