package dev.headroom.sim.measure;

/**
 * A packet of a reliable connection, as the NIC of a host sent or received it.
 *
 * @param atPs when its first bit left, or its last bit came
 * @param sent whether it left; else it came
 * @param from sending host, as a position in {@code Fabric.hosts()}
 * @param to receiving host, likewise
 * @param flow the flow that it belongs to
 * @param udpSourcePort 0 to 65535
 * @param psn 24 bits: its own; in ACK and NAK the first not received; in a READ request that of the
 *     first response
 * @param payloadBytes payload; in a READ request the bytes asked for
 * @param frameBytes all headers and FCS, no preamble, no gap
 * @param first whether it starts a message
 * @param last whether it ends a message
 * @param requestsAck whether it asks for an ACK
 * @param marked whether a switch marked it (CE)
 */
public record NicPacketEvent(
    long atPs,
    boolean sent,
    Kind kind,
    int from,
    int to,
    int flow,
    int udpSourcePort,
    int psn,
    long payloadBytes,
    int frameBytes,
    boolean first,
    boolean last,
    boolean requestsAck,
    boolean marked) {
  /** What a packet is. */
  public enum Kind {
    /** Of a WRITE or a SEND, or the response to a READ. */
    DATA,
    ACK,
    /** A packet is missing. */
    NAK,
    RNR_NAK,
    /** Memory may not be reached. */
    ACCESS_NAK,
    CNP,
    READ_REQUEST,
    /** A packet of congestion control's own, which RoCE has no format for. */
    OTHER
  }
}
