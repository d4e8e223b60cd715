package dev.headroom.formats.show;

/**
 * What has passed a NIC port, by priority, 0 to 7.
 *
 * @param sentPackets frames sent
 * @param sentBytes their bytes, with headers and FCS
 * @param receivedPackets frames that came
 * @param receivedBytes their bytes
 * @param pausesReceived times it was told to be silent
 * @param pausedUs for how long in all, in microseconds
 * @param pausesSent times it told its switch to be
 * @param discarded frames that came and found no room
 * @param writeRequests RDMA WRITEs that came and were carried out
 * @param readRequests RDMA READs that came and were answered
 * @param cnpsSent congestion notifications that it sent for marked packets
 * @param cnpsHandled those that came and slowed a queue pair down
 */
public record Traffic(
    long[] sentPackets,
    long[] sentBytes,
    long[] receivedPackets,
    long[] receivedBytes,
    long[] pausesReceived,
    long[] pausedUs,
    long[] pausesSent,
    long discarded,
    long writeRequests,
    long readRequests,
    long cnpsSent,
    long cnpsHandled) {}
