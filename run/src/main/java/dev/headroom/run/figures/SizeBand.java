package dev.headroom.run.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Slowdown of the flows between two sizes.
 *
 * @param fromBytes the least of them
 * @param toBytes the greatest of them
 */
public record SizeBand(long fromBytes, long toBytes, Distribution slowdown) {
  /** A band of fewer flows would show noise. */
  private static final int LEAST = 20;

  /** Bands of about equally many flows; flows of one size are never in two bands. */
  static List<SizeBand> of(FlowColumns flows, int most) {
    int count = flows.count();
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(flows::bytes));
    int part = Math.max(LEAST, (count + most - 1) / most);
    List<SizeBand> bands = new ArrayList<>();
    for (int from = 0; from < count; ) {
      int to = Math.min(count, from + part);
      while (to < count && flows.bytes(order[to]) == flows.bytes(order[to - 1])) {
        to++;
      }
      double[] slowdown = new double[to - from];
      for (int i = from; i < to; i++) {
        slowdown[i - from] = flows.slowdown(order[i]);
      }
      bands.add(
          new SizeBand(
              flows.bytes(order[from]),
              flows.bytes(order[to - 1]),
              Distribution.ofSorting(slowdown)));
      from = to;
    }
    return List.copyOf(bands);
  }
}
