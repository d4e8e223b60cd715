package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EventHeapsTest {
  @Test
  void shouldGiveOutTheEventsOfEachHeapInOrder() {
    EventHeaps heaps = new EventHeaps();
    SplittableRandom random = new SplittableRandom(1);
    List<PriorityQueue<long[]>> expected = new ArrayList<>();
    int[] heap = new int[10];
    for (int i = 0; i < heap.length; i++) {
      heap[i] = EventHeaps.NONE;
      expected.add(
          new PriorityQueue<>(
              Comparator.<long[]>comparingLong(e -> e[0]).thenComparingLong(e -> e[1])));
    }
    for (int step = 0; step < 200_000; step++) {
      int i = random.nextInt(heap.length);
      PriorityQueue<long[]> own = expected.get(i);
      boolean grows = step % 20_000 < 12_000;
      if (own.isEmpty() || random.nextInt(5) < (grows ? 3 : 2)) {
        long time = random.nextInt(500);
        long key = random.nextLong();
        own.add(new long[] {time, key});
        heap[i] = heaps.push(heap[i], time, key);
      } else {
        own.remove();
        heap[i] = heaps.pop(heap[i]);
      }
      if (own.isEmpty()) {
        assertThat(heap[i]).isEqualTo(EventHeaps.NONE);
      } else {
        assertThat(heaps.time(heap[i])).isEqualTo(own.element()[0]);
        assertThat(heaps.key(heap[i])).isEqualTo(own.element()[1]);
      }
    }
  }

  @Test
  void shouldAskForEveryKeyOfAHeapAndOfNoOther() {
    EventHeaps heaps = new EventHeaps();
    int one = EventHeaps.NONE;
    int other = EventHeaps.NONE;
    for (int i = 0; i < 100; i++) {
      one = heaps.push(one, 1_000 - i, i);
      other = heaps.push(other, i, 1_000);
    }
    List<Long> keys = new ArrayList<>();
    assertThat(heaps.all(one, keys::add)).isTrue();
    assertThat(keys).hasSize(100).doesNotHaveDuplicates().doesNotContain(1_000L);
    assertThat(heaps.all(one, key -> key != 57)).isFalse();
    assertThat(heaps.all(EventHeaps.NONE, key -> false)).isTrue();
  }
}
