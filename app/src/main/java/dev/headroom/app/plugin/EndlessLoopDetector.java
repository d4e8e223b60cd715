package dev.headroom.app.plugin;

import dev.headroom.sim.ProgressListener;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Detector of endless loops in a plugin. A plugin call that never returns would otherwise stop the
 * whole run without a hint at the place.
 *
 * <p>A thread of its own looks now and then, and only where the run has not got any further since
 * its last look: then at what other threads are at. Where one of them has been in the same call of
 * the same class for some looks on end, that is told with the line. A user's class and the run pay
 * nothing for it. Looks are counted, not time: a machine that was asleep has looked once.
 */
public final class EndlessLoopDetector implements AutoCloseable {
  /** What becomes of a loop. */
  public interface Alarm {
    /** It is found. */
    void found(String what);

    /** It has not ended since, and nobody waits for it any longer. */
    void givenUp(String what);

    /** Whatever was found has ended. */
    void loopEnded();
  }

  /**
   * When a loop is one.
   *
   * @param lookMs between two looks
   * @param found looks on end after which it is told
   * @param givenUp looks on end after which nobody waits
   */
  record Patience(long lookMs, int found, int givenUp) {
    /** No call that an event makes takes seconds. */
    static final Patience USUAL = new Patience(1_000, 5, 60);

    long seconds(int looks) {
      return Math.max(1, looks * lookMs / 1_000);
    }
  }

  /** Where a thread is in a user's class. */
  private record Place(long thread, PluginErrors faults, String call, String method, int line) {
    boolean isSameCall(Place other) {
      return thread == other.thread && call.equals(other.call);
    }

    String words() {
      String in = call.equals(method) ? call : method + ", called by " + call + ",";
      return "%s:%d: %s of %s".formatted(faults.file(), line, in, faults.className());
    }
  }

  private final List<PluginErrors> own;
  private final Patience patience;
  private final Alarm alarm;
  private final Thread watcher = new Thread(this::look, "watches user classes");

  private volatile int beats;
  private volatile boolean closed;

  private EndlessLoopDetector(List<PluginErrors> own, Patience patience, Alarm alarm) {
    this.own = own;
    this.patience = patience;
    this.alarm = alarm;
  }

  /** Watches these from now on; where there are none there is nothing to watch. */
  public static EndlessLoopDetector watch(Collection<CompiledPlugin> own, Alarm alarm) {
    return watch(own, Patience.USUAL, alarm);
  }

  static EndlessLoopDetector watch(Collection<CompiledPlugin> own, Patience patience, Alarm alarm) {
    EndlessLoopDetector watch =
        new EndlessLoopDetector(
            own.stream().map(each -> each.type().faults()).toList(), patience, alarm);
    if (!own.isEmpty()) {
      watch.watcher.setDaemon(true);
      watch.watcher.start();
    }
    return watch;
  }

  /** The same, and whoever is told of it knows that the run goes on. */
  public ProgressListener watch(ProgressListener progress) {
    return own.isEmpty()
        ? progress
        : (nowPs, flows, packets) -> {
          beat();
          return progress.report(nowPs, flows, packets);
        };
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by the thread of the run alone
  private void beat() {
    beats++;
  }

  private void look() {
    int seen = beats;
    int looks = 0;
    Optional<Place> last = Optional.empty();
    while (pause()) {
      Optional<Place> now = beats == seen ? place() : Optional.empty();
      seen = beats;
      boolean same = now.isPresent() && last.filter(now.get()::isSameCall).isPresent();
      looks = same ? looks + 1 : 0;
      last = now;
      if (same && looks == patience.found()) {
        alarm.found(
            "%s has not returned for %d s: an endless loop? Ctrl-C ends the run, and it ends by itself after %d s"
                .formatted(
                    now.get().words(),
                    patience.seconds(looks),
                    patience.seconds(patience.givenUp())));
      } else if (same && looks == patience.givenUp()) {
        alarm.givenUp(
            "%s has not returned for %d s: an endless loop; make it end"
                .formatted(now.get().words(), patience.seconds(looks)));
      }
    }
  }

  private boolean pause() {
    try {
      Thread.sleep(patience.lookMs());
    } catch (InterruptedException e) {
      return false; // closed
    }
    return !closed;
  }

  /** The first thread that is in one of the classes. */
  private Optional<Place> place() {
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      for (PluginErrors faults : own) {
        List<StackTraceElement> inside =
            Arrays.stream(each.getValue()).filter(frame -> isOf(faults, frame)).toList();
        if (!inside.isEmpty()) {
          StackTraceElement at = inside.getFirst();
          return Optional.of(
              new Place(
                  each.getKey().threadId(),
                  faults,
                  method(inside.getLast()),
                  method(at),
                  at.getLineNumber()));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isOf(PluginErrors faults, StackTraceElement frame) {
    String name = frame.getClassName();
    return name.equals(faults.className()) || name.startsWith(faults.className() + "$");
  }

  private static String method(StackTraceElement frame) {
    return "<init>".equals(frame.getMethodName()) ? "the constructor" : frame.getMethodName();
  }

  @Override
  public void close() {
    closed = true;
    watcher.interrupt();
    alarm.loopEnded();
  }
}
