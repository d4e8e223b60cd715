package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every domain advances once in every window, whoever takes it. */
final class WindowWorkersTest {
  private static final long MANY = 1_000_000;
  private static final int WINDOWS = 2_000;

  /** Counts how often it advances; some take longer than others, so that these are taken over. */
  private static final class Counting implements LogicalProcess {
    private final int work;
    private long lastEndPs = -1;
    private int times;

    Counting(int work) {
      this.work = work;
    }

    @Override
    public long nextPs() {
      return 0;
    }

    @Override
    public void advance(long endPs) {
      assertThat(endPs).isGreaterThan(lastEndPs);
      lastEndPs = endPs;
      times++;
      for (int i = 0; i < work; i++) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<Counting> domains(int count) {
    List<Counting> domains = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      domains.add(new Counting(i % 5 == 0 ? 200 : 2));
    }
    return domains;
  }

  @ParameterizedTest(name = "{0} domains, {1} threads")
  @CsvSource({"1, 1", "1, 2", "2, 2", "3, 2", "7, 3", "16, 2", "16, 5", "5, 8"})
  void shouldAdvanceEachDomainOnceInEveryWindow(int count, int threads) {
    List<Counting> domains = domains(count);
    try (WindowWorkers windowWorkers = new WindowWorkers(domains, threads)) {
      for (int window = 0; window < WINDOWS; window++) {
        windowWorkers.advance(window, MANY);
      }
    }
    assertThat(domains).allSatisfy(domain -> assertThat(domain.times).isEqualTo(WINDOWS));
  }

  @Test
  void shouldAdvanceOneSideAfterTheOther() {
    List<Counting> domains = domains(9);
    try (WindowWorkers windowWorkers = new WindowWorkers(domains, 2)) {
      for (int window = 0; window < WINDOWS; window++) {
        windowWorkers.advance(0, 6, window, MANY);
        windowWorkers.advance(6, 9, window, MANY);
      }
    }
    assertThat(domains).allSatisfy(domain -> assertThat(domain.times).isEqualTo(WINDOWS));
  }

  @Test
  void shouldBeginAloneAndGoOnTogether() {
    Set<Thread> alone = ConcurrentHashMap.newKeySet();
    Set<Thread> together = ConcurrentHashMap.newKeySet();
    CountDownLatch bothAtWork = new CountDownLatch(2);
    AtomicInteger window = new AtomicInteger();
    LogicalProcess each =
        advancing(() -> {
          if (window.get() < 3) {
            alone.add(Thread.currentThread());
          } else {
            together.add(Thread.currentThread());
            bothAtWork.countDown();
            assertThat(bothAtWork.await(1, TimeUnit.MINUTES)).isTrue();
          }
        });
    try (WindowWorkers windowWorkers = new WindowWorkers(List.of(each, each), 2, 3 * MANY)) {
      for (; window.get() < 4; window.incrementAndGet()) {
        windowWorkers.advance(window.get(), MANY);
      }
    }
    assertThat(alone).containsExactly(Thread.currentThread());
    assertThat(together).hasSize(2).contains(Thread.currentThread());
  }

  @Test
  void shouldTellWhatWentWrongInAnotherThread() {
    CountDownLatch begun = new CountDownLatch(1);
    LogicalProcess fails =
        advancing(() -> {
          begun.countDown();
          throw new IllegalStateException("a fault of a device");
        });
    // The calling thread begins with this one, and has not done with it before the other began.
    LogicalProcess waits = advancing(() -> assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue());
    try (WindowWorkers windowWorkers = new WindowWorkers(List.of(waits, fails), 2)) {
      assertThatThrownBy(() -> windowWorkers.advance(1, MANY))
          .hasMessage("a simulation thread failed")
          .hasRootCauseMessage("a fault of a device");
    }
  }

  private static LogicalProcess advancing(ThrowingCallable what) {
    return new LogicalProcess() {
      @Override
      public long nextPs() {
        return 0;
      }

      @Override
      public void advance(long endPs) {
        try {
          what.call();
        } catch (Throwable thrown) {
          throw new IllegalStateException(thrown);
        }
      }
    };
  }
}
