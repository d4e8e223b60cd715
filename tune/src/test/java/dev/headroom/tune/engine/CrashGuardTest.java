package dev.headroom.tune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.tune.trial.FailureKind;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import dev.headroom.tune.trial.TrialRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thrown error stands for the end of the process: the guard writes nothing after it. */
final class CrashGuardTest {
  private static final TrialOutcome GOOD =
      new TrialOutcome.Measured(
          Map.of(), "completion", new TrialOutcome.Ending("finished", 0, "digest"), 1, 1);

  @TempDir private Path folder;

  private static final class Crash extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Runner whose trial 7 ends the process. */
  private static TrialOutcome runOrCrash(Trial trial) {
    if (trial.index() == 7) {
      throw new Crash();
    }
    return GOOD;
  }

  private static Trial trial(long index) {
    return new Trial(index, Map.of(), 1);
  }

  private CrashGuard guard(boolean isAfterCrash) {
    return CrashGuard.of(folder.resolve("attempts"), isAfterCrash);
  }

  @Test
  void shouldGiveTheCauseOfTwoCrashesARow() throws IOException {
    TrialRunner first = guard(false).around(CrashGuardTest::runOrCrash);
    assertThat(first.run(trial(6))).isEqualTo(GOOD);
    assertThatThrownBy(() -> first.run(trial(7))).isInstanceOf(Crash.class);
    TrialRunner second = guard(true).around(CrashGuardTest::runOrCrash);
    assertThatThrownBy(() -> second.run(trial(7))).isInstanceOf(Crash.class);

    try (CrashGuard third = guard(true)) {
      TrialOutcome outcome = third.around(CrashGuardTest::runOrCrash).run(trial(7));

      assertThat(outcome).isInstanceOf(TrialOutcome.Failed.class);
      assertThat(((TrialOutcome.Failed) outcome).kind()).isEqualTo(FailureKind.CRASH);
    }
    assertThat(folder.resolve("attempts")).doesNotExist();
  }

  /** Whoever is killed by a scheduler begins again without blame. */
  @Test
  void shouldNotBlameATrialForTheEndOfATask() {
    for (int i = 0; i < 5; i++) {
      TrialRunner runner = guard(false).around(CrashGuardTest::runOrCrash);
      assertThatThrownBy(() -> runner.run(trial(7))).isInstanceOf(Crash.class);
    }
    TrialRunner last = guard(false).around(trial -> GOOD);

    assertThat(last.run(trial(7))).isEqualTo(GOOD);
  }

  /** Trials 7 and 8 were running when the process ended: only one at a time shows which it was. */
  @Test
  void shouldRunSuspectsWithNothingBeside() throws Exception {
    CountDownLatch bothRun = new CountDownLatch(2);
    TrialRunner first =
        guard(false)
            .around(trial -> {
              bothRun.countDown();
              await(bothRun);
              throw new Crash();
            });
    Thread seven = Thread.ofPlatform().start(() -> crash(first, 7));
    Thread eight = Thread.ofPlatform().start(() -> crash(first, 8));
    seven.join();
    eight.join();

    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (CrashGuard second = guard(true)) {
      TrialRunner runner =
          second.around(trial -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            pause();
            running.decrementAndGet();
            return GOOD;
          });
      Thread other = Thread.ofPlatform().start(() -> runner.run(trial(8)));
      runner.run(trial(7));
      other.join();
    }

    assertThat(most).hasValue(1);
  }

  private static void crash(TrialRunner runner, long index) {
    assertThatThrownBy(() -> runner.run(trial(index))).isInstanceOf(Crash.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
