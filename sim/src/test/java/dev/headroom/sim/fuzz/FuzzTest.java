package dev.headroom.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random scenarios until very many packets have travelled in lossless classes: {@code mvn -pl sim
 * -am verify -Pfuzz}, once before a release.
 *
 * <p>{@code -Dheadroom.fuzz.hops} says how many packet hops (10^10), {@code -Dheadroom.fuzz.seed}
 * the first seed: to go on where a run was stopped, give the seed and the hops that it printed
 * last.
 */
@Tag("fuzz")
final class FuzzTest {
  private static final long HOPS = 10_000_000_000L;
  private static final long FIRST_SEED = 1_000_000;
  private static final long REPORT_NANOS = 30_000_000_000L;

  private final long wanted = Long.getLong("headroom.fuzz.hops", HOPS);
  private final AtomicLong seeds = new AtomicLong(Long.getLong("headroom.fuzz.seed", FIRST_SEED));
  private final AtomicLong hops = new AtomicLong();
  private final AtomicLong cutShort = new AtomicLong();
  private final AtomicLong nextReport = new AtomicLong(System.nanoTime());

  @Test
  void shouldLoseNothingInTenThousandMillionHops() throws Exception {
    int workers = Runtime.getRuntime().availableProcessors();
    try (ExecutorService crew = Executors.newFixedThreadPool(workers)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        all.add(crew.submit(this::work));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    report();
    assertThat(hops.get()).isGreaterThanOrEqualTo(wanted);
  }

  private void work() {
    while (hops.get() < wanted) {
      long seed = seeds.getAndIncrement();
      try {
        judge(seed);
      } catch (AssertionError failed) {
        hops.set(Long.MAX_VALUE / 2); // the others need not go on
        throw failed;
      }
      long now = System.nanoTime();
      long due = nextReport.get();
      if (now >= due && nextReport.compareAndSet(due, now + REPORT_NANOS)) {
        report();
      }
    }
  }

  private void judge(long seed) {
    long size = new Dice(seed ^ 0x5eed).anyScale(20_000, 10_000_000);
    Judge judge = seed % 16 == 0 ? Judge.quick(seed) : Judge.once();
    Judge.Sentence sentence = PropertyTest.check(seed, size, judge);
    if (sentence.lossless()) {
      hops.addAndGet(sentence.hops());
    }
    if (sentence.cutShort()) {
      cutShort.incrementAndGet();
    }
  }

  @SuppressWarnings("SystemOut") // who waits for an hour wants to see that it moves
  private void report() {
    System.out.printf(
        "fuzz: %,d of %,d lossless packet hops, next seed %d, %d runs cut short%n",
        hops.get(), wanted, seeds.get(), cutShort.get());
  }
}
