package dev.headroom.wire.perf;

import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** The loops that measure, as perftest has them. */
final class PerfLoops {
  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();

  /** How long nothing may happen before it is given up. */
  private static final long PATIENCE_NS = 30_000_000_000L;

  /** How long the last messages of a test by time may take. */
  private static final long LAST_NS = 200_000_000;

  /** Looks at memory before it rests a moment. */
  private static final int LOOKS = 1000;

  private final PerfEnds ends;
  private final PerfSettings settings;
  private final LongConsumer progress;

  /**
   * @param settings of the size that is measured now
   */
  PerfLoops(PerfEnds ends, PerfSettings settings, LongConsumer progress) {
    this.ends = ends;
    this.settings = settings;
    this.progress = progress;
  }

  /** Asks for as much as may be under way, on all queue pairs, until all is done. */
  Bandwidth ask() throws IOException, InterruptedException {
    return settings.course().seconds() > 0 ? askForAWhile() : askForAll();
  }

  /** Both at once: asks, and takes what the peer sends. */
  Bandwidth askAndTake() throws IOException, InterruptedException {
    FutureTask<Bandwidth> taking = new FutureTask<>(this::take);
    Thread.ofPlatform().daemon().name("perf").start(taking);
    Bandwidth asked = ask();
    try {
      Bandwidth _ = taking.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    }
    return asked;
  }

  /**
   * Asks for so long, and counts what is completed in the middle of it, as perftest does: its
   * margins are two seconds, or a quarter where that would be most of it.
   */
  private Bandwidth askForAWhile() throws IOException, InterruptedException {
    int count = settings.queuePairs();
    int moderation = Math.min(settings.moderation(), settings.sendDepth());
    long allNs = TimeUnit.SECONDS.toNanos(settings.course().seconds());
    long marginNs = Math.min(TimeUnit.SECONDS.toNanos(2), allNs / 4);
    long startNs = System.nanoTime();
    int[] underWay = new int[count];
    List<WorkRequest> loud = new ArrayList<>();
    List<WorkRequest> quiet = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loud.add(ends.request(i, settings.bytes()));
      quiet.add(loud.get(i).unsignaled());
    }
    long counted = 0;
    long sum = 0;
    boolean over = false;
    while (!over || sum > 0) {
      long nowNs = System.nanoTime() - startNs;
      over = nowNs >= allNs;
      for (int i = 0; i < count && !over; i++) {
        while (underWay[i] + moderation <= settings.sendDepth()) {
          for (int k = 1; k <= moderation; k++) {
            ends.pairs.get(i).post(k == moderation ? loud.get(i) : quiet.get(i));
          }
          underWay[i] += moderation;
          sum += moderation;
        }
      }
      if (sum > 0) {
        WorkCompletion done = next(ends.sends);
        check(done);
        underWay[(int) done.id()] -= moderation;
        sum -= moderation;
        boolean within = nowNs >= marginNs && nowNs < allNs - marginNs;
        counted += within ? moderation : 0;
        progress.accept(counted);
      }
    }
    return Bandwidth.of(settings.bytes(), counted, (allNs - 2 * marginNs) * 1e-9);
  }

  private Bandwidth askForAll() throws IOException, InterruptedException {
    int count = settings.queuePairs();
    int iterations = settings.iterations();
    int moderation = Math.min(settings.moderation(), settings.sendDepth());
    int total = Math.multiplyExact(count, iterations);
    long[] postedNs = new long[total];
    long[] completedNs = new long[total];
    int[] posted = new int[count];
    int[] completed = new int[count];
    List<WorkRequest> loud = new ArrayList<>();
    List<WorkRequest> quiet = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loud.add(ends.request(i, settings.bytes()));
      quiet.add(ends.request(i, settings.bytes()).unsignaled());
    }
    int allPosted = 0;
    int allCompleted = 0;
    while (allCompleted < total) {
      for (int i = 0; i < count; i++) {
        QueuePair pair = ends.pairs.get(i);
        while (posted[i] < iterations && posted[i] - completed[i] < settings.sendDepth()) {
          postedNs[allPosted++] = System.nanoTime();
          posted[i]++;
          boolean asks = posted[i] % moderation == 0 || posted[i] == iterations;
          pair.post(asks ? loud.get(i) : quiet.get(i));
        }
      }
      Optional<WorkCompletion> done = Optional.of(next(ends.sends));
      long nowNs = System.nanoTime();
      while (done.isPresent()) {
        check(done.get());
        int i = (int) done.get().id();
        int more = Math.min(moderation, iterations - completed[i]);
        completed[i] += more;
        allCompleted += more;
        completedNs[allCompleted - 1] = nowNs;
        done = ends.sends.poll();
      }
      progress.accept(allCompleted);
    }
    return Bandwidth.of(settings.bytes(), postedNs, completedNs);
  }

  /** Posts the receives that a SEND needs before it comes. */
  void postReceives() {
    boolean endless = settings.course().seconds() > 0;
    int each = Math.min(settings.receiveDepth(), endless ? 16_384 : settings.iterations());
    for (int i = 0; i < settings.queuePairs(); i++) {
      for (int k = 0; k < each; k++) {
        ends.receive(i);
      }
    }
  }

  /** Takes what the peer sends, all of it. */
  Bandwidth take() throws IOException, InterruptedException {
    int count = settings.queuePairs();
    int each = Math.min(settings.receiveDepth(), settings.iterations());
    int[] posted = new int[count];
    java.util.Arrays.fill(posted, each);
    if (settings.course().seconds() > 0) {
      return takeForAWhile();
    }
    long total = (long) count * settings.iterations();
    long firstNs = 0;
    for (long received = 0; received < total; received++) {
      WorkCompletion done = received(received, total);
      firstNs = received == 0 ? System.nanoTime() : firstNs;
      int i = (int) done.id();
      if (posted[i] < settings.iterations()) {
        posted[i]++;
        ends.receive(i);
      }
      progress.accept(received);
    }
    return Bandwidth.of(settings.bytes(), total, (System.nanoTime() - firstNs) * 1e-9);
  }

  /**
   * Takes what comes for so long from the first on, and a moment more for what is still on its way.
   */
  private Bandwidth takeForAWhile() throws IOException, InterruptedException {
    long allNs = TimeUnit.SECONDS.toNanos(settings.course().seconds());
    WorkCompletion first = received(0, 1);
    long firstNs = System.nanoTime();
    long count = 1;
    ends.receive((int) first.id());
    long lastNs = firstNs;
    while (true) {
      long leftNs = firstNs + allNs + LAST_NS - System.nanoTime();
      Optional<WorkCompletion> next =
          leftNs <= 0 ? Optional.empty() : ends.receives.await(Math.min(leftNs, LAST_NS));
      if (next.isEmpty() && System.nanoTime() - firstNs >= allNs) {
        return Bandwidth.of(settings.bytes(), count, (lastNs - firstNs) * 1e-9);
      }
      if (next.isPresent()) {
        check(next.get());
        count++;
        lastNs = System.nanoTime();
        ends.receive((int) next.get().id());
        progress.accept(count);
      }
    }
  }

  private WorkCompletion received(long before, long total)
      throws IOException, InterruptedException {
    Optional<WorkCompletion> done = ends.receives.await(PATIENCE_NS);
    if (done.isEmpty() && settings.type() != QueuePairType.RC) {
      throw new IOException(
          "of "
              + total
              + " messages "
              + before
              + " came: without acknowledgements what is lost stays lost");
    }
    WorkCompletion completion = done.orElseThrow(PerfLoops::silence);
    check(completion);
    return completion;
  }

  /** Asks for one thing after the other. */
  Latency oneByOne() throws IOException, InterruptedException {
    long[] postedNs = new long[settings.iterations()];
    WorkRequest request = ends.request(0, settings.bytes());
    for (int i = 0; i < postedNs.length; i++) {
      postedNs[i] = System.nanoTime();
      ends.pairs.getFirst().post(request);
      check(next(ends.sends));
      progress.accept(i);
    }
    return Latency.of(settings.bytes(), postedNs, 1);
  }

  /**
   * WRITEs to and fro. The last byte of each message is its number, for which the other side looks
   * in its memory.
   */
  Latency writeToAndFro(boolean begins) throws IOException, InterruptedException {
    long[] postedNs = new long[settings.iterations()];
    WorkRequest request = ends.request(0, settings.bytes());
    long last = settings.bytes() - 1L;
    int received = 0;
    for (int i = 0; i < postedNs.length; i++) {
      if (!begins || i > 0) {
        awaitByte(last, (byte) ++received);
      }
      postedNs[i] = System.nanoTime();
      ends.outgoing.memory().set(ValueLayout.JAVA_BYTE, last, (byte) (i + 1));
      ends.pairs.getFirst().post(request);
      check(next(ends.sends));
      progress.accept(i);
    }
    if (begins) {
      awaitByte(last, (byte) ++received);
    }
    return Latency.of(settings.bytes(), postedNs, 0.5);
  }

  private void awaitByte(long at, byte value) throws IOException {
    long endNs = System.nanoTime() + PATIENCE_NS;
    for (int looks = 1; (byte) BYTE.getVolatile(ends.incoming.memory(), at) != value; looks++) {
      if (looks % LOOKS != 0) {
        Thread.onSpinWait();
        continue;
      }
      if (System.nanoTime() > endNs) {
        throw silence();
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(10));
    }
  }

  /** SENDs to and fro. */
  Latency sendToAndFro(boolean client) throws IOException, InterruptedException {
    int iterations = settings.iterations();
    long[] postedNs = new long[iterations];
    WorkRequest request = ends.request(0, settings.bytes());
    long posted = Math.min(settings.receiveDepth(), iterations);
    int received = 0;
    for (int i = 0; i < iterations; i++) {
      if (!client || i > 0) {
        received(received++, iterations);
        if (posted < iterations) {
          posted++;
          ends.receive(0);
        }
      }
      postedNs[i] = System.nanoTime();
      ends.pairs.getFirst().post(request);
      check(next(ends.sends));
      progress.accept(i);
    }
    if (client) {
      received(received, iterations);
    }
    return Latency.of(settings.bytes(), postedNs, 0.5);
  }

  private static WorkCompletion next(CompletionQueue queue)
      throws IOException, InterruptedException {
    return queue.await(PATIENCE_NS).orElseThrow(PerfLoops::silence);
  }

  private static IOException silence() {
    return new IOException("nothing came for " + PATIENCE_NS / 1_000_000_000L + " s");
  }

  private static void check(WorkCompletion done) throws IOException {
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
