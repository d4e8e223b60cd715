package dev.headroom.wire.probe;

import java.net.InetAddress;

/**
 * ICMP error that a router sent about a packet (RFC 792, RFC 1191, RFC 1812, RFC 4443).
 *
 * @param router who said it
 * @param cause what became of the packet
 * @param mtuBytes what the next link takes, if the packet was too long for it and the router says
 *     so, else 0
 * @param sequence of the packet, or -1 if too little of it was quoted
 * @param sourcePort of the packet
 * @param trafficClass DSCP and ECN of the packet as the router saw them, or -1 if nobody showed it
 */
record IcmpHopError(
    InetAddress router, About cause, int mtuBytes, int sequence, int sourcePort, int trafficClass) {
  enum About {
    /** Its TTL, or hop limit, ended there. */
    EXPIRED,
    /** It does not fit the next link. */
    TOO_LONG,
    /** It was refused, or there is no way. */
    REFUSED
  }
}
