package dev.headroom.sim.measure;

import java.util.Map;

/**
 * Totals of a run.
 *
 * @param flows flows of the program
 * @param finished flows completed
 * @param dataPackets data packets sent by hosts, retransmissions included
 * @param retransmissions of these, sent again
 * @param readRequests READ requests sent, repeated ones included
 * @param ackPackets ACKs and NAKs sent
 * @param naks of these, NAKs of a packet that is missing
 * @param rnrNaks of these, RNR NAKs
 * @param cnpPackets CNPs sent
 * @param packetHops links crossed by packets of any kind but PFC
 * @param events events executed
 * @param marks packets marked CE
 * @param trims packets whose payload a switch took away
 * @param pauses XOFFs, refreshes not counted
 * @param pausedPs port time spent paused
 * @param pauseLengths how long each pause lasted; one still in force at the end until then
 * @param drops by cause; causes that did not occur are absent
 * @param losslessDrops of these, packets of classes that PFC is to keep from loss
 * @param payloadDelivered payload bytes placed at receivers, in order and once
 * @param streams what transports that keep order have counted besides
 * @param cpu what the transport has cost hosts
 */
public record RunTotals(
    long flows,
    long finished,
    long dataPackets,
    long retransmissions,
    long readRequests,
    long ackPackets,
    long naks,
    long rnrNaks,
    long cnpPackets,
    long packetHops,
    long events,
    long marks,
    long trims,
    long pauses,
    long pausedPs,
    PauseLengths pauseLengths,
    Map<DropCause, Long> drops,
    Map<DropCause, Long> losslessDrops,
    long payloadDelivered,
    StreamCounts streams,
    CpuCounts cpu) {}
