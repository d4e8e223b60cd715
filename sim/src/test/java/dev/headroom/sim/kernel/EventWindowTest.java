package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EventWindowTest {
  @ParameterizedTest(name = "{0} events in {1} ps, {2} more while they are taken, keys of {3} bits")
  @CsvSource({
    "5, 1000, 3, 64",
    "12, 50, 4, 64", // ties of time
    "40, 1000000, 30, 64",
    "200, 4194304, 100, 64",
    "200, 1, 100, 64", // all at once
    "30, 20, 30, 20", // keys that only their lower bits tell apart
    "8, 4, 4, 20",
    "900, 1000000, 300, 64", // more than there are places for
    "3000, 300, 500, 30",
  })
  void shouldGiveOutAllInOrder(int events, long lengthPs, int more, int keyBits) {
    EventWindow window = new EventWindow();
    SplittableRandom random = new SplittableRandom(events);
    PriorityQueue<long[]> expected =
        new PriorityQueue<>(
            Comparator.<long[]>comparingLong(e -> e[0]).thenComparingLong(e -> e[1]));
    for (int round = 0; round < 50; round++) {
      long beginPs = random.nextLong(1L << 50);
      long endPs = beginPs + lengthPs;
      window.begin(beginPs, endPs);
      for (int i = 0; i < events; i++) {
        long[] event = {random.nextLong(beginPs, endPs), random.nextLong() >> (64 - keyBits)};
        window.add(event[0], event[1]);
        expected.add(event);
      }
      window.sort();
      int left = more;
      while (!expected.isEmpty()) {
        assertThat(window.next()).isTrue();
        assertThat(window.timePs()).isEqualTo(expected.element()[0]);
        assertThat(window.key()).isEqualTo(expected.element()[1]);
        long nowPs = expected.remove()[0];
        if (left-- > 0) {
          long[] event = {random.nextLong(nowPs, endPs), random.nextLong() >> (64 - keyBits)};
          window.insert(event[0], event[1]);
          expected.add(event);
        }
      }
      assertThat(window.next()).isFalse();
    }
  }
}
