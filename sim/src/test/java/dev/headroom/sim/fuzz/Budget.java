package dev.headroom.sim.fuzz;

/**
 * How much a workload is to do.
 *
 * @param mtu payload of a packet, about
 * @param bytes payload to move in all, about
 * @param horizonPs flows start before this
 */
record Budget(int mtu, long bytes, long horizonPs) {
  /** Messages and flows of one workload, at most. */
  static final int MOST_FLOWS = 1_000;

  /** What each of several has. */
  Budget dividedBy(int several) {
    return new Budget(mtu, Math.max(1, bytes / several), horizonPs);
  }
}
