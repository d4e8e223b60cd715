package dev.headroom.audit.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.run.cache.RunCache;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ExampleRunsTest {
  @Test
  void shouldTryWhatDoesNotRunOnce() {
    AtomicInteger tries = new AtomicInteger();
    ExampleRuns runs =
        new ExampleRuns(_ -> {
          tries.incrementAndGet();
          throw new IllegalArgumentException("its flows do not finish");
        });
    for (int host = 0; host < 3; host++) {
      ExampleRun.Wanted wanted = new ExampleRun.Wanted(ExampleRun.Example.PAIR, new TreeMap<>());
      assertThat(runs.of(wanted)).isEqualTo(new ExampleRuns.Unfit("its flows do not finish"));
    }
    assertThat(tries).hasValue(1);
  }

  /** A run of thousands of events ends after the first of them that nobody waits for. */
  @Test
  void shouldStopARunThatNobodyWaitsFor() {
    AtomicInteger asked = new AtomicInteger();
    ExampleRuns runs =
        new ExampleRuns(
            wanted -> ExampleRun.of(wanted, RunCache.none(), () -> asked.incrementAndGet() < 3));
    ExampleRun.Wanted wanted = new ExampleRun.Wanted(ExampleRun.Example.PAIR, new TreeMap<>());
    assertThatThrownBy(() -> runs.of(wanted)).isInstanceOf(CancellationException.class);
    assertThat(asked.get()).as("what was asked until it ended").isBetween(3, 10);
    assertThatThrownBy(() -> runs.of(wanted))
        .as("who waits for the same run")
        .isInstanceOf(CancellationException.class);
  }
}
