package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EventKeyTest {

  @Test
  void shouldGiveBackKindAndEntity() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      int kind = random.nextInt(9);
      int entity = random.nextInt(EventKey.MAX_ENTITIES);
      long keyed = EventKey.keyed(random.nextLong(1L << 62), kind, entity, random.nextLong());
      long number = random.nextLong(EventKey.MAX_NUMBERS);
      long inserted = EventKey.inserted(number, kind, entity);
      assertThat(keyed).isNotNegative();
      assertThat(EventKey.number(inserted)).isEqualTo(number);
      assertThat(EventKey.kind(keyed)).isEqualTo(kind);
      assertThat(EventKey.entity(keyed)).isEqualTo(entity);
      assertThat(EventKey.kind(inserted)).isEqualTo(kind);
      assertThat(EventKey.entity(inserted)).isEqualTo(entity);
    }
  }

  @Test
  void shouldOrderByKindFirst() {
    for (int kind = 0; kind < 8; kind++) {
      for (int entity = 0; entity < 1_000; entity++) {
        assertThat(EventKey.keyed(77, kind, entity, 5))
            .isLessThan(EventKey.keyed(77, kind + 1, 1_000 - entity, 5));
      }
    }
  }

  @Test
  void shouldFavourNoEntityOverAnyOther() {
    int entities = 24;
    int times = 10_000;
    for (int a = 0; a < entities; a++) {
      for (int b = a + 1; b < entities; b++) {
        int aFirst = 0;
        for (long t = 0; t < times; t++) {
          long at = t * 81_920; // phase-locked at a frame time
          aFirst += EventKey.keyed(at, 2, a, 9) < EventKey.keyed(at, 2, b, 9) ? 1 : 0;
        }
        // Five standard deviations of a fair coin.
        assertThat((double) aFirst / times).as("%d before %d", a, b).isCloseTo(0.5, within(0.025));
      }
    }
  }
}
