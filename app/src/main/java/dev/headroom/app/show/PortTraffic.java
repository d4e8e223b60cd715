package dev.headroom.app.show;

import java.util.Arrays;

/**
 * Traffic of a NIC port by priority, 0 to 7.
 *
 * @param sentPackets frames sent
 * @param sentBytes their bytes, with headers and FCS
 * @param receivedPackets frames that came whole
 * @param receivedBytes their bytes
 * @param pausesReceived times it was told to be silent
 * @param pausedUs for how long in all, in microseconds
 * @param pausesSent times it told its switch to be
 * @param pauseStorms times it gave up telling so, since that had lasted too long: {@code
 *     tx_pause_storm_error_events}
 * @param losses what was lost at it
 * @param rdma what its queue pairs have met with
 */
public record PortTraffic(
    long[] sentPackets,
    long[] sentBytes,
    long[] receivedPackets,
    long[] receivedBytes,
    long[] pausesReceived,
    long[] pausedUs,
    long[] pausesSent,
    long pauseStorms,
    PortLosses losses,
    RdmaCounters rdma) {
  /** The same after so many runs alike. */
  PortTraffic times(long runs) {
    return new PortTraffic(
        times(sentPackets, runs),
        times(sentBytes, runs),
        times(receivedPackets, runs),
        times(receivedBytes, runs),
        times(pausesReceived, runs),
        times(pausedUs, runs),
        times(pausesSent, runs),
        pauseStorms * runs,
        losses.times(runs),
        rdma.times(runs));
  }

  private static long[] times(long[] counts, long runs) {
    return Arrays.stream(counts).map(count -> count * runs).toArray();
  }
}
