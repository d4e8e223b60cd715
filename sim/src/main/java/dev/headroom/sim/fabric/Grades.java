package dev.headroom.sim.fabric;

import dev.headroom.model.unit.Size;
import java.util.List;

/**
 * How finely adaptive routing sees a queue: a grade is the number of thresholds that it has
 * reached. Without thresholds it is the queue itself, byte for byte. NVIDIA's and Broadcom's chips
 * grade coarsely; htsim has four grades.
 */
final class Grades {
  private final long[] thresholds;

  Grades(List<Size> thresholds) {
    this.thresholds = thresholds.stream().mapToLong(Size::bytes).sorted().toArray();
  }

  /**
   * @param queuedBytes of a queue
   */
  long of(long queuedBytes) {
    if (thresholds.length == 0) {
      return queuedBytes;
    }
    int grade = 0;
    while (grade < thresholds.length && queuedBytes >= thresholds[grade]) {
      grade++;
    }
    return grade;
  }
}
