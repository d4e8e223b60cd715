package dev.headroom.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.sim.ProgressListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EndlessLoopDetectorTest {
  /** Loops until it is interrupted: for whoever looks on that is for ever. */
  private static final String LOOPING =
      """
      import dev.headroom.congestion.Controller;
      import dev.headroom.congestion.Feedback;
      import dev.headroom.congestion.Path;
      import dev.headroom.congestion.Signal;
      import java.util.Set;

      final class Looping extends Controller {
        Looping(Path path) {}

        @Override
        public Set<Signal> watches() {
          return Set.of();
        }

        @Override
        public long rateBps(long nowPs) {
          return 1_000_000_000L;
        }

        @Override
        public void acknowledged(long nowPs, Feedback feedback) {
          turn();
        }

        private static void turn() {
          while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
          }
        }
      }
      """;

  private static final EndlessLoopDetector.Patience SOON =
      new EndlessLoopDetector.Patience(20, 5, 10);

  private final List<String> found = new CopyOnWriteArrayList<>();
  private final List<String> givenUp = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);

  private final EndlessLoopDetector.Alarm alarm =
      new EndlessLoopDetector.Alarm() {
        @Override
        public void found(String what) {
          found.add(what);
        }

        @Override
        public void givenUp(String what) {
          givenUp.add(what);
          end.countDown();
        }

        @Override
        public void loopEnded() {
          found.add("over");
        }
      };

  @TempDir private Path folder;

  private CompiledControl looping() throws IOException {
    Path file = folder.resolve("Looping.java");
    Files.writeString(file, LOOPING);
    return CompiledControl.of(file);
  }

  private static Thread runs(CompiledControl control) {
    dev.headroom.congestion.Path path =
        new dev.headroom.congestion.Path(100_000_000_000L, 10_000_000, 1_000);
    Controller own = control.with("").make(path);
    Thread thread = new Thread(() -> own.acknowledged(0, new Feedback()));
    thread.start();
    return thread;
  }

  @Test
  void shouldSayInWhichLineOfWhichCallARunIsLost() throws Exception {
    CompiledControl control = looping();
    Thread lost = runs(control);
    try (EndlessLoopDetector watch = EndlessLoopDetector.watch(List.of(control), SOON, alarm)) {
      assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.watch(ProgressListener.SILENT).report(0, 0, 0)).isTrue();
    } finally {
      lost.interrupt();
      lost.join();
    }
    assertThat(found.getFirst())
        .containsPattern(
            "Looping.java:(26|27): turn, called by acknowledged, of Looping has not returned");
    assertThat(givenUp).hasSize(1);
    assertThat(found).hasSize(2).last().isEqualTo("over");
  }

  /** A machine that holds the run up for some looks has shown nothing: it is tried once more. */
  @Test
  void shouldSayNothingWhileTheRunGoesOn() throws Exception {
    CompiledControl control = looping();
    Thread busy = runs(control);
    try {
      boolean isHeldUp = true;
      while (isHeldUp) {
        found.clear();
        try (EndlessLoopDetector watch = EndlessLoopDetector.watch(List.of(control), SOON, alarm)) {
          isHeldUp = isHeldUp(watch.watch(ProgressListener.SILENT));
        }
      }
    } finally {
      busy.interrupt();
      busy.join();
    }
    assertThat(found).containsExactly("over");
  }

  /** A run that goes on for some looks; whether it stood still for as long as two of them. */
  private static boolean isHeldUp(ProgressListener progress) throws InterruptedException {
    long before = System.nanoTime();
    long longest = 0;
    for (int i = 0; i < 200; i++) {
      progress.report(i, 0, 0);
      long now = System.nanoTime();
      longest = Math.max(longest, now - before);
      before = now;
      Thread.sleep(2);
    }
    return longest > TimeUnit.MILLISECONDS.toNanos(2 * SOON.lookMs());
  }

  @Test
  void shouldSayNothingOfWhatIsBusyElsewhere() throws Exception {
    CompiledControl control = looping();
    try (EndlessLoopDetector watch = EndlessLoopDetector.watch(List.of(control), SOON, alarm)) {
      assertThat(watch.watch(ProgressListener.SILENT).report(0, 0, 0)).isTrue();
      Thread.sleep(300);
    }
    assertThat(found).containsExactly("over");
  }
}
