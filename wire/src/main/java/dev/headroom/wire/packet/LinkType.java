package dev.headroom.wire.packet;

/**
 * Link type of a captured frame, with which it begins: the LINKTYPE values of <a
 * href="https://www.tcpdump.org/linktypes.html">tcpdump.org</a> that can hold RDMA.
 */
public enum LinkType {
  ETHERNET(1),
  /** IPv4 or IPv6, told apart by the version field. */
  RAW_IP(101),
  IPV4(228),
  IPV6(229),
  /** BSD's and macOS's loopback: 4 bytes of a protocol family in the host's order, then IP. */
  BSD_LOOPBACK(0),
  /** OpenBSD's, in network order. */
  OPENBSD_LOOPBACK(108),
  /** A point-to-point link. */
  PPP(9),
  /** What {@code tcpdump -i any} writes: a header of 16 bytes that ends in an ethertype. */
  LINUX_SLL(113),
  /** Its second version: a header of 20 bytes that begins with an ethertype. */
  LINUX_SLL2(276),
  /** A local route header, as on the InfiniBand wire. */
  INFINIBAND(247),
  /** Endace's record header, with Ethernet or InfiniBand in it. */
  ERF(197),
  /** Anything else: counted, not read. */
  OTHER(-1);

  private final int code;

  LinkType(int code) {
    this.code = code;
  }

  /** The value in a file; -1 for {@link #OTHER}. */
  public int code() {
    return code;
  }

  /** The type of this value. BSD's older values for raw IP are understood too. */
  public static LinkType of(int code) {
    for (LinkType each : values()) {
      if (each.code == code && each != OTHER) {
        return each;
      }
    }
    return code == 12 || code == 14 ? RAW_IP : OTHER;
  }
}
