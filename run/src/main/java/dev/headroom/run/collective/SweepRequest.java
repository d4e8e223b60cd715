package dev.headroom.run.collective;

import java.util.List;

/**
 * Parameters of a sweep, named as in the header of nccl-tests' output.
 *
 * @param threads of a process
 * @param gpus of a thread
 * @param least the first size in bytes
 * @param most the size in bytes that no size goes beyond; a step may lead past it
 * @param step how sizes follow each other, as {@code 2(factor)} or {@code 1048576(bytes)}
 */
public record SweepRequest(int threads, int gpus, long least, long most, String step) {
  /** A process of one thread for each GPU, through these sizes. */
  public static SweepRequest of(List<Long> sizes) {
    return new SweepRequest(1, 1, sizes.getFirst(), sizes.getLast(), step(sizes));
  }

  public static String factor(long times) {
    return times + "(factor)";
  }

  public static String bytes(long apart) {
    return apart + "(bytes)";
  }

  /** The factor between sizes, where they have one; of a single size it is nobody's concern. */
  private static String step(List<Long> sizes) {
    long times = sizes.size() < 2 ? 2 : sizes.get(1) / sizes.getFirst();
    for (int i = 1; i < sizes.size(); i++) {
      if (sizes.get(i) != times * sizes.get(i - 1)) {
        return "as listed";
      }
    }
    return factor(times);
  }
}
