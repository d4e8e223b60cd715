package dev.headroom.sim.measure;

/**
 * Further counters of transports that keep a stream in order. They are 0 for other transports,
 * except for timeouts, which all transports with acknowledgements have.
 *
 * @param openings packets sent to open connections, or to ask whether a window is still closed
 * @param timeouts retransmission timeouts
 * @param waitedPackets packets that had to wait at their receiver for one before them
 * @param waitedPs how long they did, together
 */
public record StreamCounts(long openings, long timeouts, long waitedPackets, long waitedPs) {
  /** Where no transport keeps a stream in order. */
  public static final StreamCounts NONE = new StreamCounts(0, 0, 0, 0);
}
