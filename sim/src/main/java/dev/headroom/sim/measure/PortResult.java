package dev.headroom.sim.measure;

/**
 * Result of one direction of a link, at the port that sends into it. Arrays are by class, 0 to 7,
 * and shared between results: not to be written to.
 *
 * @param node the node's id in the fabric
 * @param port its port, from 0
 * @param link position of the link in the fabric
 * @param peer the node at the other end
 * @param rateBps line rate
 * @param packets packets sent
 * @param bytes frame bytes sent, without preamble and gap
 * @param marks packets marked CE here
 * @param drops packets dropped on their way into this port's queues or, for a host, on arrival
 * @param pauses times this port was paused (XOFF received while not paused)
 * @param pausedPs how long it was paused in all
 * @param peakQueueBytes deepest egress queue, without the packet in transmission
 * @param xoffSent pauses this port's node asked of the peer, refreshes not counted
 * @param dataBytes frame bytes of data packets sent, all classes
 * @param admittedBytes frame bytes let into the queues of this port, all classes
 * @param lost packets that the peer sent and that did not come here whole: with a wrong bit, or cut
 *     off when the link went down
 * @param lostBytes frame bytes of these
 * @param damaged of these, packets with a wrong bit, all classes
 */
public record PortResult(
    int node,
    int port,
    int link,
    int peer,
    long rateBps,
    long[] packets,
    long[] bytes,
    long[] marks,
    long[] drops,
    long[] pauses,
    long[] pausedPs,
    long[] peakQueueBytes,
    long[] xoffSent,
    long dataBytes,
    long admittedBytes,
    long[] lost,
    long[] lostBytes,
    long damaged) {}
