package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue against the plainest one that there is, on random schedules. */
final class EventQueueTest {
  private static final long SALT = 42;

  @ParameterizedTest(name = "insertion order {0}, {1}, seed {2}")
  @CsvSource({
    "false, spread, 1",
    "false, ties, 2",
    "false, far, 3",
    "false, phases, 4",
    "true, spread, 5",
    "true, ties, 6",
    "true, far, 7",
    "true, phases, 8"
  })
  void shouldRunEventsInTheOrderOfAReferenceQueue(boolean insertion, String shape, long seed) {
    EventQueue queue = new EventQueue(insertion, SALT);
    PriorityQueue<long[]> reference =
        new PriorityQueue<>(
            Comparator.<long[]>comparingLong(e -> e[0]).thenComparingLong(e -> e[1]));
    SplittableRandom random = new SplittableRandom(seed);
    long number = 0;
    long now = 0;
    for (int step = 0; step < 300_000; step++) {
      int births = reference.size() > 3_000 ? 0 : random.nextInt(4);
      for (int i = 0; i < births || reference.isEmpty(); i++) {
        long at = now + delay(shape, step, random);
        int kind = random.nextInt(9);
        int entity = random.nextInt(EventKey.MAX_ENTITIES);
        queue.schedule(at, kind, entity);
        long key =
            insertion
                ? EventKey.inserted(number++, kind, entity)
                : EventKey.keyed(at, kind, entity, SALT);
        reference.add(new long[] {at, key});
      }
      long[] expected = reference.element();
      if (step % 7 == 0) {
        assertThat(queue.peekPs()).isEqualTo(expected[0]);
        assertThat(queue.next(expected[0])).as("nothing before its time").isFalse();
      }
      if (step % 700 == 0) {
        Set<Long> pending = reference.stream().map(event -> event[1]).collect(Collectors.toSet());
        assertThat(queue.all(pending::remove)).as("the keys of all").isTrue();
        assertThat(pending).isEmpty();
        assertThat(queue.all(key -> key != expected[1])).isFalse();
      }
      assertThat(queue.next(expected[0] + 1)).isTrue();
      assertThat(queue.timePs()).isEqualTo(expected[0]);
      assertThat(queue.key()).isEqualTo(expected[1]);
      reference.remove();
      now = expected[0];
    }
  }

  /** Delays for which the queue wants narrow buckets, wide ones, or one after the other. */
  private static long delay(String shape, int step, SplittableRandom random) {
    return switch (shape) {
      case "spread" -> random.nextLong(1_000_000);
      case "ties" -> random.nextInt(3) * 81_920L;
      case "far" -> random.nextInt(5) == 0 ? random.nextLong(1L << 50) : random.nextLong(1 << 20);
      default -> random.nextLong(step / 50_000 % 2 == 0 ? 64 : 1L << 36);
    };
  }

  @Test
  void shouldSayThatNothingIsLeft() {
    EventQueue queue = new EventQueue(false, SALT);
    assertThat(queue.peekPs()).isEqualTo(EventQueue.NEVER);
    assertThat(queue.next(Long.MAX_VALUE)).isFalse();
    queue.schedule(5, 1, 2);
    assertThat(queue.next(Long.MAX_VALUE)).isTrue();
    assertThat(queue.next(Long.MAX_VALUE)).isFalse();
    assertThat(queue.peekPs()).isEqualTo(EventQueue.NEVER);
  }

  /** Half an hour of events: keys that turned negative overtook all others. */
  @Test
  void shouldKeepInsertionOrderBeyondSeventeenBillionEvents() {
    int n = 1_000;
    EventQueue queue = new EventQueue(true, SALT, (1L << 34) - n / 2);
    for (int i = 0; i < n; i++) {
      queue.schedule(1_000_000_000L, 0, i);
    }
    for (int i = 0; i < n; i++) {
      assertThat(queue.next(Long.MAX_VALUE)).isTrue();
      assertThat(EventKey.entity(queue.key())).isEqualTo(i);
    }
  }

  @Test
  void shouldSayThatNumbersAreSpent() {
    EventQueue queue = new EventQueue(true, SALT, EventKey.MAX_NUMBERS - (1L << 28) - 100_000);
    assertThatThrownBy(
            () -> {
              for (long at = 0; at < 1_000_000_000_000L; at += 1_000_000) {
                queue.schedule(at, 0, 0);
                queue.next(Long.MAX_VALUE);
              }
            })
        .isInstanceOf(EventNumbersExhaustedException.class)
        .hasMessageContaining("insertion order");
  }

  @Test
  void shouldKeepInsertionOrderAmongEqualTimes() {
    EventQueue queue = new EventQueue(true, SALT);
    int n = 10_000;
    for (int i = 0; i < n; i++) {
      queue.schedule(1_000_000_000L, 8 - i % 9, n - i);
    }
    for (int i = 0; i < n; i++) {
      assertThat(queue.next(Long.MAX_VALUE)).isTrue();
      assertThat(EventKey.entity(queue.key())).isEqualTo(n - i);
    }
  }

  /** In as many bits as are compared at first, some two of so many events have equal hashes. */
  @ParameterizedTest
  @ValueSource(ints = {2, 11, 30})
  void shouldTellEventsOfEqualHashesApart(int together) {
    long at = 100_000_000L; // near enough not to come out of a heap
    Map<Long, Integer> entityOf = new HashMap<>();
    int ties = 0;
    for (int entity = 0; entity < 1 << 18; entity++) {
      long key = EventKey.keyed(at, 5, entity, SALT);
      Integer other = entityOf.put(key >>> 29, entity);
      if (other != null) {
        ties++;
        List<Integer> all = new ArrayList<>(List.of(other, entity));
        for (int i = all.size(); i < together; i++) {
          all.add(entity + i);
        }
        for (boolean late : List.of(false, true)) {
          assertInOrder(at, all, late);
          assertInOrder(at, all.reversed(), late);
        }
      }
    }
    assertThat(ties).isGreaterThan(3);
  }

  /**
   * @param late whether they are scheduled when their bucket has begun
   */
  private static void assertInOrder(long at, List<Integer> entities, boolean late) {
    EventQueue queue = new EventQueue(false, SALT);
    if (late) {
      queue.schedule(at - 1, 5, 0);
      assertThat(queue.next(Long.MAX_VALUE)).isTrue();
    }
    entities.forEach(entity -> queue.schedule(at, 5, entity));
    long[] expected =
        entities.stream()
            .mapToLong(entity -> EventKey.keyed(at, 5, entity, SALT))
            .sorted()
            .toArray();
    for (long key : expected) {
      assertThat(queue.next(Long.MAX_VALUE)).isTrue();
      assertThat(queue.key()).isEqualTo(key);
    }
  }
}
