package dev.headroom.app.results;

import dev.headroom.model.collective.Collective;
import java.util.Optional;

/**
 * A collective at one size.
 *
 * @param bytes its size, as nccl-tests counts it
 * @param calls how many were made in a row
 * @param timePs of a call: from the first until the last rank was done, over their number
 * @param ran algorithm and protocol, with the time that NCCL expects of them; none for NCCL's sends
 *     and receives
 * @param own what NCCL itself would have taken, be it modelled here or not; none with Gloo
 * @param packets data packets on the network, of all calls
 */
public record CollectiveRow(
    long bytes, long calls, long timePs, Optional<Ran> ran, Optional<Ran> own, long packets) {
  private static final int ELEMENT = 4;

  /** Elements of four bytes that each rank sends, or holds, as nccl-tests counts them. */
  public static long count(Collective collective, int ranks, long bytes) {
    return collective.isOfParts() ? bytes / ELEMENT / ranks : bytes / ELEMENT;
  }

  /** The size of so many whole elements a rank; at least one. */
  public static long wholeSize(Collective collective, int ranks, long bytes) {
    long count = Math.max(1, count(collective, ranks, bytes));
    return collective.isOfParts() ? count * ELEMENT * ranks : count * ELEMENT;
  }

  public double microseconds() {
    return timePs * 1e-6;
  }

  /** In 10^9 bytes a second. */
  public double algbw() {
    return bytes * 1e3 / timePs;
  }
}
