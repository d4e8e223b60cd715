package dev.headroom.sim.measure;

/**
 * Counters of one host's NIC for its reliable connections, and for packets for which it had no
 * room. All are 0 with transports that are none of RoCE's or InfiniBand's, but for the last three.
 *
 * @param naksSent NAKs of a packet that is missing
 * @param naksReceived those that came, while the queue pair was not in error
 * @param impliedNaks READ responses beyond the one that was due, once a gap
 * @param rnrNaksSent messages for which no receive request was posted, as often as they came
 * @param rnrNaksReceived RNR NAKs that came and after which it tried again
 * @param ackTimeouts ACK timeouts after which it sent again
 * @param ackRetriesExceeded ACK timeouts after which it gave up
 * @param rnrRetriesExceeded RNR NAKs after which it gave up
 * @param duplicates requests that came although they had been carried out: packets of WRITEs and
 *     SENDs, and READ requests
 * @param markedPackets data packets that came with a CE mark
 * @param cnpsSent CNPs sent
 * @param cnpsHandled CNPs that came for a queue pair that sends
 * @param overflows packets that found the port's receive buffer full
 * @param receiveRingDrops packets that found the kernel's receive ring full
 * @param pauseStorms pauses that its port gave up since they had lasted too long
 */
public record HostCounts(
    long naksSent,
    long naksReceived,
    long impliedNaks,
    long rnrNaksSent,
    long rnrNaksReceived,
    long ackTimeouts,
    long ackRetriesExceeded,
    long rnrRetriesExceeded,
    long duplicates,
    long markedPackets,
    long cnpsSent,
    long cnpsHandled,
    long overflows,
    long receiveRingDrops,
    long pauseStorms) {}
