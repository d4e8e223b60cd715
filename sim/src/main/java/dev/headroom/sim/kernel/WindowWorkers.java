package dev.headroom.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Worker threads that advance logical processes through one window after another. There are more
 * domains than threads. Each thread has the same ones to begin with in every window, whose state is
 * then in the caches of its core, and takes of what others have left when it is done, from the end.
 * The calling thread works too, so one thread means no others at all.
 *
 * <p>Nobody waits for a thread that has not begun: helpers join a window while it is open, and the
 * caller closes it once nothing is left to take. Who waits spins for a moment and then sleeps. A
 * window that is expected to be short is run by the caller alone; so are all windows while that is
 * seen to be {@linkplain ParallelismTuner faster}, and the first ones, where asked for: until the
 * compiler is done it needs a core, and threads that run code which counts its calls take the
 * counters from each other.
 */
public final class WindowWorkers implements AutoCloseable {
  private static final int SPINS = 4_000;

  /** Windows are numbered by steps of this; what is below counts the helpers that have joined. */
  private static final long WINDOW = 1 << 16;

  /** What is added to a window's number and count where nobody may join any more. */
  private static final long CLOSED = WINDOW / 2;

  private static final int NONE = -1;

  /** Windows with fewer events than this are not worth waking anybody for. */
  private static final long WORTH_SHARING = 600;

  private final LogicalProcess[] logicalProcess;

  /** About how many events the caller has still to run alone. */
  private long aloneEvents;

  private final List<Thread> helpers = new ArrayList<>();
  private final ParallelismTuner sharing = new ParallelismTuner();
  private final Thread caller = Thread.currentThread();

  /** The present window's number, whether it is closed, and how many helpers have joined it. */
  private final AtomicLong window = new AtomicLong(CLOSED);

  /** By domain, the last window that somebody has taken it for. */
  private final AtomicIntegerArray taken;

  /** Helpers that have joined the present window and are done with it. */
  private final AtomicInteger done = new AtomicInteger();

  private volatile boolean callerSleeps;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile int firstDomain;
  private volatile int endDomain;
  private volatile long endPs;
  private volatile boolean closed;

  /**
   * A crew that begins at once.
   *
   * @param threads including the calling one, at least 1
   */
  public WindowWorkers(List<? extends LogicalProcess> domains, int threads) {
    this(domains, threads, 0);
  }

  /**
   * A crew whose calling thread begins alone.
   *
   * @param threads including the calling one, at least 1
   * @param aloneEvents for about how many events, at least 0
   */
  public WindowWorkers(List<? extends LogicalProcess> domains, int threads, long aloneEvents) {
    this.aloneEvents = aloneEvents;
    this.logicalProcess = domains.toArray(LogicalProcess[]::new);
    taken = new AtomicIntegerArray(this.logicalProcess.length);
    for (int i = 1; i < Math.min(threads, this.logicalProcess.length); i++) {
      int number = i;
      Thread thread = new Thread(() -> help(number), "sim-" + i);
      thread.setDaemon(true);
      helpers.add(thread);
      thread.start();
    }
  }

  /**
   * Advances all domains to the end of a window.
   *
   * @param expectedEvents about how many events it holds
   */
  public void advance(long windowEndPs, long expectedEvents) {
    advance(0, logicalProcess.length, windowEndPs, expectedEvents);
  }

  /**
   * Advances some domains to the end of a window.
   *
   * @param first the first of them
   * @param end one after the last
   */
  public void advance(int first, int end, long windowEndPs, long expectedEvents) {
    if (helpers.isEmpty() || isForOne(expectedEvents)) {
      advanceAlone(first, end, windowEndPs);
      return;
    }
    long beganNanos = System.nanoTime();
    if (sharing.isShared()) {
      share(first, end, windowEndPs);
    } else {
      advanceAlone(first, end, windowEndPs);
    }
    sharing.ran(expectedEvents, System.nanoTime() - beganNanos);
  }

  private void advanceAlone(int first, int end, long windowEndPs) {
    for (int i = first; i < end; i++) {
      logicalProcess[i].advance(windowEndPs);
    }
  }

  private void share(int first, int end, long windowEndPs) {
    endPs = windowEndPs;
    firstDomain = first;
    endDomain = end;
    done.set(0);
    long present = (window.get() / WINDOW + 1) * WINDOW;
    window.set(present);
    helpers.forEach(LockSupport::unpark);
    work(0, number(present));
    await((int) (window.addAndGet(CLOSED) - present - CLOSED));
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a simulation thread failed", thrown);
    }
  }

  /** A window's number, as domains that were taken for it bear it. */
  private static int number(long window) {
    return (int) (window / WINDOW);
  }

  private boolean isForOne(long expectedEvents) {
    if (aloneEvents > 0) {
      aloneEvents -= expectedEvents;
      return true;
    }
    return expectedEvents < WORTH_SHARING;
  }

  // What waits has methods of its own: compiled while it goes round, it would be compiled with all
  // that stands beside it, which is a whole window's work.

  /** Waits until so many helpers are done. */
  private void await(int joined) {
    int spins = 0;
    while (done.get() < joined) {
      if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        callerSleeps = true;
        if (done.get() < joined) {
          LockSupport.park(this);
        }
        callerSleeps = false;
      }
    }
  }

  private void awaitWindowAfter(int seen) {
    int spins = 0;
    while (number(window.get()) == seen && !closed) {
      if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
      }
    }
  }

  /** Joins the present window; returns its number, or {@link #NONE} where it is closed. */
  private int join() {
    long present = window.get();
    while (present % WINDOW < CLOSED) {
      if (window.compareAndSet(present, present + 1)) {
        return number(present);
      }
      present = window.get();
    }
    return NONE;
  }

  private void leave() {
    done.incrementAndGet();
    if (callerSleeps) {
      LockSupport.unpark(caller);
    }
  }

  /** What one thread does in a window. */
  private void work(int number, int present) {
    int threads = helpers.size() + 1;
    int own = share(number, threads);
    int next = share(number + 1, threads);
    for (int i = own; i < next; i++) {
      workOn(i, present);
    }
    for (int i = own - 1; i >= firstDomain; i--) {
      workOn(i, present);
    }
    for (int i = endDomain - 1; i >= next; i--) {
      workOn(i, present);
    }
  }

  /** The first domain that is for a thread to begin with. */
  private int share(int number, int threads) {
    return firstDomain + (endDomain - firstDomain) * number / threads;
  }

  private void workOn(int domain, int present) {
    int last = taken.get(domain);
    if (last != present && taken.compareAndSet(domain, last, present)) {
      logicalProcess[domain].advance(endPs);
    }
  }

  private void help(int number) {
    int seen = 0;
    while (true) {
      awaitWindowAfter(seen);
      if (closed) {
        return;
      }
      seen = number(window.get());
      int joined = join();
      if (joined != NONE) {
        try {
          work(number, joined);
        } catch (Throwable thrown) {
          failure.compareAndSet(null, thrown);
        }
        leave();
        seen = joined;
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    helpers.forEach(LockSupport::unpark);
  }
}
