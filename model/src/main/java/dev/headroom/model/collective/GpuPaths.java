package dev.headroom.model.collective;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Order of a machine's GPUs in its channels.
 *
 * @param orders of each channel that differs: the GPUs of a ring from where it enters to where it
 *     leaves, of a tree from its head on; empty: one after the other
 * @param turns of rings, whether they run the other way round in every other machine, so that they
 *     stay on a rail between them (as NCCL lays them with {@code NCCL_CROSS_NIC=2})
 * @param crosses of rings, whether they leave by the NIC next to their last GPU, on whatever rail
 *     they enter the next machine (as with {@code NCCL_CROSS_NIC=1})
 */
public record GpuPaths(List<List<Integer>> orders, boolean turns, boolean crosses) {
  public static final GpuPaths PLAIN = new GpuPaths(List.of(), true);

  /** Of channels that keep to the rail of the GPU that they come to. */
  public GpuPaths(List<List<Integer>> orders, boolean turns) {
    this(orders, turns, false);
  }

  public GpuPaths {
    orders = orders.stream().map(List::copyOf).toList();
  }

  /**
   * The GPUs of a channel in a machine where it does not turn.
   *
   * @param first where it begins if no order is known
   * @param gpus of a machine
   */
  public int[] order(int channel, int first, int gpus) {
    return orders.isEmpty()
        ? IntStream.range(0, gpus).map(at -> (first + at) % gpus).toArray()
        : orders.get(channel % orders.size()).stream().mapToInt(Integer::intValue).toArray();
  }
}
