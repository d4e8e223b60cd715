package dev.headroom.wire.perftest;

import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;

/** Loops that measure bandwidths, as in perftest. */
final class BandwidthLoops {
  /** After the time is over so long nothing must have come. */
  private static final long LAST_NS = 200_000_000;

  private final PerfResources ends;
  private final PerfSettings settings;
  private final LongConsumer progress;
  private final PerfCompletions completions;

  /**
   * @param settings of the size that is measured now
   */
  BandwidthLoops(PerfResources ends, PerfSettings settings, LongConsumer progress) {
    this.ends = ends;
    this.settings = settings;
    this.progress = progress;
    completions = new PerfCompletions(ends, settings);
  }

  /** Asks for as much as may be under way, on all queue pairs, until all is done. */
  BandwidthResult request() throws IOException, InterruptedException {
    return timed() ? requestFor(window()) : requestAll();
  }

  private boolean timed() {
    return settings.course().seconds() > 0;
  }

  private SampleWindow window() {
    return SampleWindow.from(System.nanoTime(), settings.course().seconds());
  }

  /**
   * Both at once: asks, and takes what the peer sends. By messages what was asked for is measured,
   * for a while both together.
   *
   * @param client whether this side begins; the other waits for the first message
   */
  BandwidthResult requestAndReceive(boolean client) throws IOException, InterruptedException {
    if (!timed()) {
      return runBoth(this::takeAll, this::requestAll).requested();
    }
    if (!client) {
      ends.receive((int) completions.received(0, 1).id());
    }
    SampleWindow window = window();
    Both both = runBoth(() -> takeWithin(window), () -> requestFor(window));
    long messages = both.requested().messages() + both.taken().messages();
    return BandwidthResult.of(settings.messages().bytes(), messages, window.seconds());
  }

  private record Both(BandwidthResult taken, BandwidthResult requested) {}

  private interface Loop {
    BandwidthResult run() throws IOException, InterruptedException;
  }

  private static Both runBoth(Loop take, Loop ask) throws IOException, InterruptedException {
    FutureTask<BandwidthResult> taking = new FutureTask<>(take::run);
    Thread.ofPlatform().daemon().name("perf").start(taking);
    BandwidthResult asked = ask.run();
    try {
      return new Both(taking.get(), asked);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    }
  }

  /** Asks for a while, and counts what is completed in the middle of it. */
  private BandwidthResult requestFor(SampleWindow window) throws IOException, InterruptedException {
    int count = settings.queues().queuePairs();
    int moderation = Math.min(settings.queues().moderation(), settings.queues().sendDepth());
    int[] underWay = new int[count];
    List<WorkRequest> loud = new ArrayList<>();
    List<WorkRequest> quiet = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loud.add(ends.request(i, settings.messages().bytes()));
      quiet.add(loud.get(i).unsignaled());
    }
    long counted = 0;
    long sum = 0;
    boolean over = false;
    while (!over || sum > 0) {
      over = window.isOver(System.nanoTime());
      for (int i = 0; i < count && !over; i++) {
        while (underWay[i] + moderation <= settings.queues().sendDepth()) {
          for (int k = 1; k <= moderation; k++) {
            ends.pairs.get(i).post(k == moderation ? loud.get(i) : quiet.get(i));
          }
          underWay[i] += moderation;
          sum += moderation;
        }
      }
      if (sum > 0) {
        WorkCompletion done = completions.next(ends.sends);
        PerfCompletions.check(done);
        underWay[(int) done.id()] -= moderation;
        sum -= moderation;
        counted += window.counts(System.nanoTime()) ? moderation : 0;
        progress.accept(counted);
      }
    }
    return BandwidthResult.of(settings.messages().bytes(), counted, window.seconds());
  }

  private BandwidthResult requestAll() throws IOException, InterruptedException {
    int count = settings.queues().queuePairs();
    int iterations = settings.messages().iterations();
    int moderation = Math.min(settings.queues().moderation(), settings.queues().sendDepth());
    int total = Math.multiplyExact(count, iterations);
    long[] postedNs = new long[total];
    long[] completedNs = new long[total];
    int[] posted = new int[count];
    int[] completed = new int[count];
    List<WorkRequest> loud = new ArrayList<>();
    List<WorkRequest> quiet = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loud.add(ends.request(i, settings.messages().bytes()));
      quiet.add(ends.request(i, settings.messages().bytes()).unsignaled());
    }
    int allPosted = 0;
    int allCompleted = 0;
    while (allCompleted < total) {
      for (int i = 0; i < count; i++) {
        QueuePair pair = ends.pairs.get(i);
        while (posted[i] < iterations && posted[i] - completed[i] < settings.queues().sendDepth()) {
          postedNs[allPosted++] = System.nanoTime();
          posted[i]++;
          boolean asks = posted[i] % moderation == 0 || posted[i] == iterations;
          pair.post(asks ? loud.get(i) : quiet.get(i));
        }
      }
      Optional<WorkCompletion> done = Optional.of(completions.next(ends.sends));
      long nowNs = System.nanoTime();
      while (done.isPresent()) {
        PerfCompletions.check(done.get());
        int i = (int) done.get().id();
        int more = Math.min(moderation, iterations - completed[i]);
        completed[i] += more;
        allCompleted += more;
        completedNs[allCompleted - 1] = nowNs;
        done = ends.sends.poll();
      }
      progress.accept(allCompleted);
    }
    return BandwidthResult.of(settings.messages().bytes(), postedNs, completedNs);
  }

  /** Takes what the peer sends, all of it; for a while, from the first on. */
  BandwidthResult take() throws IOException, InterruptedException {
    if (!timed()) {
      return takeAll();
    }
    ends.receive((int) completions.received(0, 1).id());
    return takeWithin(window());
  }

  private BandwidthResult takeAll() throws IOException, InterruptedException {
    int count = settings.queues().queuePairs();
    int[] posted = new int[count];
    Arrays.fill(
        posted, Math.min(settings.queues().receiveDepth(), settings.messages().iterations()));
    long total = (long) count * settings.messages().iterations();
    long firstNs = 0;
    for (long received = 0; received < total; received++) {
      WorkCompletion done = completions.received(received, total);
      firstNs = received == 0 ? System.nanoTime() : firstNs;
      int i = (int) done.id();
      if (posted[i] < settings.messages().iterations()) {
        posted[i]++;
        ends.receive(i);
      }
      progress.accept(received);
    }
    return BandwidthResult.of(
        settings.messages().bytes(), total, (System.nanoTime() - firstNs) * 1e-9);
  }

  /**
   * Takes what comes for a while, counts what comes in the middle of it, and goes on a moment more
   * for what is still on its way.
   */
  private BandwidthResult takeWithin(SampleWindow window) throws IOException, InterruptedException {
    long counted = 0;
    while (true) {
      Optional<WorkCompletion> next = ends.receives.await(LAST_NS);
      long nowNs = System.nanoTime();
      if (next.isEmpty()) {
        if (window.isOver(nowNs)) {
          return BandwidthResult.of(settings.messages().bytes(), counted, window.seconds());
        }
        continue;
      }
      PerfCompletions.check(next.get());
      counted += window.counts(nowNs) ? 1 : 0;
      progress.accept(counted);
      ends.receive((int) next.get().id());
      if (nowNs - window.endNs() > LatencyTestLength.PATIENCE_NS) {
        throw new IOException("the peer does not stop sending at the end of the test");
      }
    }
  }
}
