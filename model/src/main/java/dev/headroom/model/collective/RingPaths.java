package dev.headroom.model.collective;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How rings go through the GPUs of a machine.
 *
 * @param orders of each channel that differs: the GPUs from where it enters to where it leaves;
 *     empty: one after the other
 * @param turns whether it runs the other way round in every other machine, so that it stays on a
 *     rail between them (as NCCL lays it with {@code NCCL_CROSS_NIC=2})
 */
public record RingPaths(List<List<Integer>> orders, boolean turns) {
  public static final RingPaths PLAIN = new RingPaths(List.of(), true);

  public RingPaths {
    orders = orders.stream().map(List::copyOf).toList();
  }

  /**
   * The GPUs of a channel in a machine where it does not turn.
   *
   * @param first where it enters if no order is known
   * @param gpus of a machine
   */
  public int[] order(int channel, int first, int gpus) {
    return orders.isEmpty()
        ? IntStream.range(0, gpus).map(at -> (first + at) % gpus).toArray()
        : orders.get(channel % orders.size()).stream().mapToInt(Integer::intValue).toArray();
  }
}
