package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * Writer of RoCEv2 packets over IPv4 in Ethernet frames. The caller has put a base transport
 * header, and what follows it, at {@link #BTH_AT}; this class writes the headers before it, the
 * padding and the ICRC. Not thread-safe.
 */
public final class RoceWriter {
  /** Where the base transport header belongs in a frame. */
  public static final int BTH_AT = Ethernet.BYTES + Ipv4.BYTES + Udp.BYTES;

  private final Icrc icrc = new Icrc();

  /**
   * Where a packet goes.
   *
   * @param sourceMac 48 bits
   * @param trafficClass DSCP and ECN
   * @param ttl 1 to 255
   */
  public record Path(
      long sourceMac,
      long destinationMac,
      int source,
      int destination,
      int sourcePort,
      int trafficClass,
      int ttl) {}

  /**
   * Writes the headers and the ICRC.
   *
   * @param frame has room for all of it
   * @param payloadEnd where the payload ends; padding and ICRC follow. The BTH's pad count must fit
   * @return bytes of the frame
   */
  public int close(MemorySegment frame, Path path, int payloadEnd) {
    int pad = -(payloadEnd - BTH_AT) & 3;
    for (int i = 0; i < pad; i++) {
      BigEndianBytes.put8(frame, payloadEnd + i, 0);
    }
    int icrcAt = payloadEnd + pad;
    int end = icrcAt + Icrc.BYTES;
    int ipAt = Ethernet.BYTES;
    int udpAt = ipAt + Ipv4.BYTES;
    Ethernet.write(frame, 0, path.destinationMac, path.sourceMac, Ethernet.IPV4);
    Ipv4.write(
        frame,
        ipAt,
        path.trafficClass,
        end - ipAt,
        0,
        path.ttl,
        Ipv4.UDP,
        path.source,
        path.destination);
    Udp.write(frame, udpAt, path.sourcePort, Udp.ROCE_PORT, end - udpAt);
    BigEndianBytes.put32(frame, icrcAt, icrc.of(frame, NetworkLayer.IPV4, ipAt, BTH_AT, icrcAt));
    return end;
  }
}
