package dev.headroom.wire.perf;

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

  private final PerfEnds ends;
  private final PerfSettings settings;
  private final LongConsumer progress;
  private final Completions completions;
  private final WorkRequest request;

  /**
   * @param settings of the size that is measured now
   */
  LatencyLoops(PerfEnds ends, PerfSettings settings, LongConsumer progress) {
    this.ends = ends;
    this.settings = settings;
    this.progress = progress;
    completions = new Completions(ends, settings);
    request = ends.request(0, settings.messages().bytes());
  }

  /** Asks for one thing after the other. */
  PerfReport oneByOne() throws IOException, InterruptedException {
    Turns turns = Turns.of(settings, 1);
    for (long i = 0; turns.more(); i++) {
      if (send(turns)) {
        turns.done();
      }
      progress.accept(i);
    }
    return turns.report();
  }

  /**
   * WRITEs to and fro. The last byte of each message is its number, for which the other side looks
   * in its memory.
   */
  PerfReport writeToAndFro(boolean begins) throws IOException, InterruptedException {
    Turns turns = Turns.of(settings, 0.5);
    long last = settings.messages().bytes() - 1L;
    int received = 0;
    for (long i = 0; turns.more(); i++) {
      if ((!begins || i > 0) && !awaitByte(last, (byte) ++received, turns)) {
        break;
      }
      ends.outgoing.memory().set(ValueLayout.JAVA_BYTE, last, (byte) (i + 1));
      if (send(turns)) {
        turns.done();
      }
      progress.accept(i);
    }
    if (begins) {
      var _ = awaitByte(last, (byte) ++received, turns);
    }
    return turns.report();
  }

  /** Returns whether it is there; false if the time is over. */
  private boolean awaitByte(long at, byte value, Turns turns) throws IOException {
    long endNs = System.nanoTime() + turns.patienceNs();
    for (int looks = 1; (byte) BYTE.getVolatile(ends.incoming.memory(), at) != value; looks++) {
      if (looks % LOOKS != 0) {
        Thread.onSpinWait();
        continue;
      }
      if (System.nanoTime() > endNs) {
        requireOver(turns);
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(10));
    }
    return true;
  }

  /** SENDs to and fro. */
  PerfReport sendToAndFro(boolean client) throws IOException, InterruptedException {
    Turns turns = Turns.of(settings, 0.5);
    boolean timed = settings.course().seconds() > 0;
    int iterations = settings.messages().iterations();
    long receives = Math.min(settings.queues().receiveDepth(), iterations);
    long received = 0;
    for (long i = 0; turns.more(); i++) {
      if (!client || i > 0) {
        if (!receive(turns, received++)) {
          break;
        }
        turns.done();
        if (timed || receives++ < iterations) {
          ends.receive(0);
        }
      }
      var _ = send(turns);
      progress.accept(i);
    }
    if (client && !timed) {
      var _ = receive(turns, received);
    }
    return turns.report();
  }

  /** Returns whether a message came; false if the time is over. */
  private boolean receive(Turns turns, long before) throws IOException, InterruptedException {
    Optional<WorkCompletion> done = ends.receives.await(turns.patienceNs());
    if (done.isEmpty() && turns.patienceNs() == 0) {
      return false;
    }
    var _ = completions.received(done, before, settings.messages().iterations());
    return true;
  }

  /** Returns whether it was sent and completed; false if the time is over. */
  private boolean send(Turns turns) throws IOException, InterruptedException {
    turns.posted();
    ends.pairs.getFirst().post(request);
    CompletionQueue queue = ends.sends;
    Optional<WorkCompletion> done = queue.await(turns.patienceNs());
    if (turns.patienceNs() == 0) {
      return false;
    }
    Completions.check(done.orElseThrow(Completions::silence));
    return true;
  }

  private static void requireOver(Turns turns) throws IOException {
    if (turns.patienceNs() > 0) {
      throw Completions.silence();
    }
  }
}
