package dev.headroom.sim.routing;

import dev.headroom.unit.Size;
import java.util.List;
import java.util.Optional;

/**
 * Grades of queue lengths in adaptive routing: a grade is the number of thresholds that a queue has
 * reached. Without thresholds it is the queue itself, byte for byte.
 *
 * <p>Coarse is better. Where every byte counts, equal senders in step find each time the one port
 * free that they used last: flows stay on their paths, collide further on, and 10 to 25 % of a
 * fabric is lost.
 */
public final class QueueGrades {
  /** In bytes per Gb/s: what takes 4, 8 and 16 us to send. */
  private static final long[] BY_RATE = {500, 1_000, 2_000};

  private static final long GBPS = 1_000_000_000;

  private final boolean byRate;
  private final long[] thresholds;

  /**
   * @param thresholds in bytes, none to see every byte; empty for those that grow with the rate
   */
  public QueueGrades(Optional<List<Size>> thresholds) {
    byRate = thresholds.isEmpty();
    this.thresholds =
        thresholds
            .map(sizes -> sizes.stream().mapToLong(Size::bytes).sorted().toArray())
            .orElse(BY_RATE);
  }

  /**
   * @param queuedBytes of a queue
   * @param rateBps of its port
   */
  long of(long queuedBytes, long rateBps) {
    if (thresholds.length == 0 || queuedBytes == 0) {
      return queuedBytes;
    }
    int grade = 0;
    while (grade < thresholds.length && queuedBytes >= threshold(grade, rateBps)) {
      grade++;
    }
    return grade;
  }

  private long threshold(int grade, long rateBps) {
    return byRate ? Math.ceilDiv(thresholds[grade] * rateBps, GBPS) : thresholds[grade];
  }
}
