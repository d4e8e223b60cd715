package dev.headroom.sim.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rings of a sender against ordered maps. */
final class PacketScoreboardTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldAgreeWithOrderedMaps(long seed) {
    PacketScoreboard sent = new PacketScoreboard();
    TreeMap<Long, Long> inFlight = new TreeMap<>();
    TreeSet<Long> missing = new TreeSet<>();
    SplittableRandom random = new SplittableRandom(seed);
    long now = 0;
    for (int step = 0; step < 50_000; step++) {
      now++;
      long first = sent.first();
      long span = sent.end() - first;
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          if (span < 500) {
            inFlight.put(sent.end(), now);
            sent.add(1_000 + (int) (sent.end() % 100), now);
          }
        }
        case 2 -> {
          if (!missing.isEmpty()) {
            long again = missing.pollFirst();
            assertThat(sent.firstMissing()).isEqualTo(again);
            sent.repeat(again, now);
            inFlight.put(again, now);
          }
        }
        case 3 -> {
          if (span > 0) {
            long sequence = first + random.nextLong(span);
            int bytes = sent.arrived(sequence);
            assertThat(bytes > 0).isEqualTo(missing.remove(sequence));
            inFlight.remove(sequence);
          }
        }
        case 4 -> {
          if (span > 0) {
            long sequence = first + random.nextLong(span);
            if (inFlight.remove(sequence) != null) {
              sent.miss(sequence);
              missing.add(sequence);
            }
          }
        }
        default -> {
          if (span > 0 && random.nextInt(20) == 0) {
            long upTo = first + random.nextLong(span + 1);
            int bytes = sent.arrivedBefore(upTo);
            assertThat(bytes > 0).isEqualTo(!missing.headSet(upTo).isEmpty());
            missing.headSet(upTo).clear();
            inFlight.headMap(upTo).clear();
          }
        }
      }
      assertThat(sent.selected() + inFlight.size() + missing.size())
          .isEqualTo((int) (sent.end() - sent.first()));
      assertThat(sent.anyMissing()).isEqualTo(!missing.isEmpty());
      assertThat(sent.oldest()).isEqualTo(oldest(inFlight));
    }
    assertThat(sent.end()).isGreaterThan(1_000);
  }

  /** What was sent longest ago. */
  private static long oldest(Map<Long, Long> inFlight) {
    return inFlight.entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(-1L);
  }
}
