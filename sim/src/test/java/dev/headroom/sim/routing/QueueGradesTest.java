package dev.headroom.sim.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.unit.Size;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What adaptive routing sees of a queue. */
final class QueueGradesTest {
  private static final long GBPS = 1_000_000_000;

  /** Grades begin where a queue takes 4, 8 and 16 us to send; 400 Gb/s are 50 KB in a us. */
  @ParameterizedTest
  @CsvSource({
    "400, 0, 0",
    "400, 199999, 0",
    "400, 200000, 1",
    "400, 399999, 1",
    "400, 400000, 2",
    "400, 800000, 3",
    "10, 4999, 0",
    "10, 5000, 1",
    "1600, 3199999, 2",
    "1600, 3200000, 3",
    "1, 17179869184, 3",
    "1600, 17179869184, 3",
  })
  void shouldGrowWithTheTimeThatAQueueTakes(long gbps, long queuedBytes, long grade) {
    assertThat(new QueueGrades(Optional.empty()).of(queuedBytes, gbps * GBPS)).isEqualTo(grade);
  }

  /** A rate that is no whole number of bytes in the time: the queue has to take all of it. */
  @Test
  void shouldRoundThresholdsUp() {
    long rateBps = 1_000_000_001;
    assertThat(new QueueGrades(Optional.empty()).of(500, rateBps)).isZero();
    assertThat(new QueueGrades(Optional.empty()).of(501, rateBps)).isEqualTo(1);
  }

  @Test
  void shouldTakeThresholdsAsGiven() {
    QueueGrades queueGrades =
        new QueueGrades(Optional.of(List.of(new Size(3_000), new Size(1_000))));
    assertThat(queueGrades.of(999, GBPS)).isZero();
    assertThat(queueGrades.of(1_000, GBPS)).isEqualTo(1);
    assertThat(queueGrades.of(1L << 34, 1)).isEqualTo(2);
  }

  @Test
  void shouldSeeEveryByteWithoutThresholds() {
    assertThat(new QueueGrades(Optional.of(List.of())).of(1L << 34, GBPS)).isEqualTo(1L << 34);
  }
}
