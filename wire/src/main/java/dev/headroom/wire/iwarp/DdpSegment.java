package dev.headroom.wire.iwarp;

/**
 * The header of a DDP segment (RFC 5041, section 4) with RDMAP's control byte in it.
 *
 * @param tagged whether it says where its bytes go; else it goes to a queue of receives
 * @param last whether it is the last of its message
 * @param steeringTag the receiver's memory region, if tagged
 * @param offset into the region (tagged) or into the message
 * @param queue 0 to 2, if untagged: sends, READ requests, terminate
 * @param message its number in that queue, if untagged
 * @param payloadBytes bytes of data
 */
public record DdpSegment(
    boolean tagged,
    boolean last,
    RdmapOpcode operation,
    int steeringTag,
    long offset,
    int queue,
    int message,
    int payloadBytes) {}
