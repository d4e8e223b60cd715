package dev.headroom.tune.trial;

import dev.headroom.model.scenario.Scenario;

/**
 * Estimate of the memory that a run takes, from the size of its scenario. Fat trees of 1,024 and
 * 8,192 hosts give 43 and 303 MiB; measured were less than 40 MiB of heap, and 0.32 GiB of the
 * whole process.
 */
public final class MemoryEstimate {
  /** Program, tables of results, rows. */
  private static final long FIXED_BYTES = 6L << 20;

  private static final long BYTES_PER_LINK = 8L << 10;
  private static final long BYTES_PER_HOST = 12L << 10;
  private static final long BYTES_PER_FLOW = 512;

  private MemoryEstimate() {}

  /** Bytes of one run. */
  public static long bytes(Scenario scenario) {
    return FIXED_BYTES
        + BYTES_PER_LINK * scenario.fabric().links().size()
        + BYTES_PER_HOST * scenario.fabric().hosts().size()
        + BYTES_PER_FLOW * scenario.flows().flows();
  }

  /**
   * Number of runs that fit beside each other, at least 1.
   *
   * @param most wanted number
   * @param heapBytes memory that the Java machine may use
   */
  public static int fitting(Scenario scenario, int most, long heapBytes) {
    long fitting = Math.max(0, heapBytes - FIXED_BYTES) / bytes(scenario);
    return Math.clamp(fitting, 1, most);
  }
}
