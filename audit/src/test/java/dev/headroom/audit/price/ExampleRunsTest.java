package dev.headroom.audit.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
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
}
