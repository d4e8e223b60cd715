package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EventFifoTest {
  private record Event(long atPs, long key) {}

  @Test
  void shouldGiveOutEventsAsTheyCameIn() {
    EventFifo line = new EventFifo();
    Deque<Event> expected = new ArrayDeque<>();
    SplittableRandom random = new SplittableRandom(1);
    long atPs = 0;
    for (int step = 0; step < 100_000; step++) {
      boolean grows = step % 20_000 < 12_000;
      if (expected.isEmpty() || random.nextInt(5) < (grows ? 3 : 2)) {
        atPs += random.nextInt(3);
        long key = random.nextLong();
        assertThat(line.endsBy(atPs)).isTrue();
        line.add(atPs, key);
        expected.add(new Event(atPs, key));
      } else {
        assertThat(new Event(line.firstPs(), line.firstKey())).isEqualTo(expected.remove());
        line.remove();
      }
      assertThat(line.firstPs())
          .isEqualTo(expected.isEmpty() ? EventQueue.NEVER : expected.element().atPs());
    }
  }

  @Test
  void shouldEndByTheTimeOfItsLastEventOnly() {
    EventFifo line = new EventFifo();
    assertThat(line.endsBy(0)).isTrue();
    line.add(5, 1);
    line.add(7, 2);
    assertThat(line.endsBy(6)).isFalse();
    assertThat(line.endsBy(7)).isTrue();
    line.remove();
    line.remove();
    assertThat(line.endsBy(0)).isTrue();
  }

  @Test
  void shouldAskForTheKeysOfAllThatAreLeft() {
    EventFifo line = new EventFifo();
    for (int i = 0; i < 20; i++) {
      line.add(i, i);
      if (i % 2 == 1) {
        line.remove();
      }
    }
    List<Long> keys = new ArrayList<>();
    assertThat(line.all(keys::add)).isTrue();
    assertThat(keys).containsExactly(10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L);
    assertThat(line.all(key -> key != 13)).isFalse();
  }
}
