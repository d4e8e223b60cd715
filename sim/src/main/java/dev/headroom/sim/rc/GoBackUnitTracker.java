package dev.headroom.sim.rc;

import dev.headroom.sim.packet.Packet;

/**
 * Part of a message that a receiver has from its last whole go-back unit on, where a loss costs all
 * of a unit: packets before the gap are discarded with what is missing. With a unit of a message
 * that is the go-back-0 of early RoCE NICs (Guo et al., SIGCOMM 2016); Alibaba's HPCC simulator has
 * units of {@code L2_CHUNK_SIZE} ({@code RdmaHw::ReceiverCheckSeq}).
 *
 * <p>As there, a gap is known by the packet that was expected, so that one behind which packets
 * were forgotten is reported once more, as of the unit's first packet.
 */
final class GoBackUnitTracker {
  private static final int NONE = -1;

  private final int unit;
  private final long intervalPs;

  /** Sequence numbers since the last whole unit, and how many of those to come were here before. */
  private int begun;

  private int forgotten;

  /** What was expected at the last NAK, and when that was. */
  private int reported = NONE;

  private long reportedPs;

  /**
   * @param unit sequence numbers of a unit
   * @param intervalPs least time between NAKs for the same gap
   */
  GoBackUnitTracker(int unit, long intervalPs) {
    this.unit = unit;
    this.intervalPs = intervalPs;
  }

  /** Whether the packet that is expected was here before. */
  boolean repeats() {
    return forgotten > 0;
  }

  /**
   * Takes the packet that was expected.
   *
   * @param numbers sequence numbers that it takes
   * @return how many of them were here before
   */
  int take(Packet packet, int numbers) {
    int again = Math.min(forgotten, numbers);
    forgotten -= again;
    begun = packet.has(Packet.LAST_OF_MESSAGE) ? 0 : (begun + numbers) % unit;
    return again;
  }

  /** A packet beyond the one that is expected has come: whether to say so now. */
  boolean isDue(int expected, long nowPs) {
    if (expected == reported && nowPs - reportedPs < intervalPs) {
      return false;
    }
    reported = expected;
    reportedPs = nowPs;
    return true;
  }

  /** Forgets what has come of a unit that is not whole; returns how many numbers that is. */
  int forget() {
    int back = begun;
    forgotten += back;
    begun = 0;
    return back;
  }
}
