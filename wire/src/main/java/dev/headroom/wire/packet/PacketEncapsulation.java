package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * Encapsulation around a packet: the header of a link, tags, labels and tunnels, and IP. It is
 * opened by {@link #open}, which says what is inside and where; it copies nothing and allocates
 * nothing.
 */
final class PacketEncapsulation {
  /** What is inside. */
  enum Content {
    /** A UDP header, at {@link #at}, of a datagram that ends at {@link #datagramEnd}. */
    UDP,
    /** A TCP header, likewise. */
    TCP,
    /** A piece of a fragmented UDP datagram, whose bytes begin at {@link #at}. */
    FRAGMENT,
    /** A global route header right after Ethernet's. */
    GRH,
    /** A local route header. */
    LRH,
    /** The operation code of a PAUSE frame. */
    PAUSE,
    /** Nothing of concern, or cut off. */
    OTHER
  }

  /** Packets within packets. */
  private static final int MOST_WRAPPERS = 4;

  private final int rocePort;
  private MemorySegment bytes = MemorySegment.NULL;
  private long end;
  private int wrappers;

  /** Where what is inside begins. */
  long at;

  /** Where the IP datagram ends, which may not have been captured so far. */
  long datagramEnd;

  /** Which IP it is. */
  NetworkLayer network = NetworkLayer.IPV4;

  /** Where the IP header begins. */
  long networkAt;

  /** DSCP and ECN, 8 bits. */
  int trafficClass;

  /** The priority of the innermost VLAN tag; -1 without one. */
  int pcp;

  /** A UDP port is RDMA's even if it is otherwise a tunnel's. */
  PacketEncapsulation(int rocePort) {
    this.rocePort = rocePort;
  }

  Content open(MemorySegment of, long from, long to, LinkType link) {
    bytes = of;
    end = to;
    pcp = -1;
    trafficClass = 0;
    wrappers = 0;
    return link(link, from);
  }

  private Content link(LinkType link, long from) {
    return switch (link) {
      case ETHERNET -> ethernet(from);
      case RAW_IP, IPV4, IPV6 -> ip(from);
      case BSD_LOOPBACK, OPENBSD_LOOPBACK -> ip(from + 4);
      case LINUX_SLL ->
          from + 16 > end ? Content.OTHER : typed(BigEndianBytes.u16(bytes, from + 14), from + 16);
      case LINUX_SLL2 ->
          from + 20 > end ? Content.OTHER : typed(BigEndianBytes.u16(bytes, from), from + 20);
      case PPP -> within(TunnelHeaders.pppFramed(bytes, from, end));
      case INFINIBAND -> found(Content.LRH, from);
      case ERF -> erf(from);
      case OTHER -> Content.OTHER;
    };
  }

  private Content found(Content what, long where) {
    at = where;
    return what;
  }

  private Content ethernet(long from) {
    return from + Ethernet.BYTES > end
        ? Content.OTHER
        : typed(Ethernet.ethertype(bytes, from), from + Ethernet.BYTES);
  }

  private Content typed(int ethertype, long from) {
    int type = ethertype;
    long next = from;
    while (Ethernet.isTag(type)) {
      if (next + Ethernet.TAG_BYTES > end) {
        return Content.OTHER;
      }
      pcp = BigEndianBytes.u8(bytes, next) >> 5;
      type = BigEndianBytes.u16(bytes, next + 2);
      next += Ethernet.TAG_BYTES;
    }
    return switch (type) {
      case Ethernet.IPV4, Ethernet.IPV6 -> ip(next);
      case Ethernet.ROCE_V1 -> found(Content.GRH, next);
      case TunnelHeaders.MPLS, TunnelHeaders.MPLS_UPSTREAM ->
          within(TunnelHeaders.mpls(bytes, next, end));
      case PauseFrame.ETHERTYPE ->
          PauseFrame.isAt(bytes, next, end) ? found(Content.PAUSE, next) : Content.OTHER;
      case TunnelHeaders.PPPOE -> within(TunnelHeaders.pppoe(bytes, next, end));
      default ->
          type < Ethernet.LEAST_TYPE ? within(TunnelHeaders.snap(bytes, next, end)) : Content.OTHER;
    };
  }

  /** What a {@link TunnelHeaders} holds. */
  private Content within(long tunnel) {
    if (tunnel == TunnelHeaders.NONE || ++wrappers > MOST_WRAPPERS) {
      return Content.OTHER;
    }
    long next = TunnelHeaders.at(tunnel);
    return TunnelHeaders.ethertype(tunnel) == TunnelHeaders.FRAME
        ? ethernet(next)
        : typed(TunnelHeaders.ethertype(tunnel), next);
  }

  /**
   * Endace's extensible record: 16 bytes that end in flags, loss counter and wire length, extension
   * headers of 8 bytes while the top bit of a type is set, and 2 bytes before Ethernet.
   */
  private Content erf(long from) {
    if (from + 16 > end) {
      return Content.OTHER;
    }
    int type = BigEndianBytes.u8(bytes, from + 8);
    long next = from + 16;
    boolean more = (type & 0x80) != 0;
    while (more) {
      if (next + 8 > end) {
        return Content.OTHER;
      }
      more = (BigEndianBytes.u8(bytes, next) & 0x80) != 0;
      next += 8;
    }
    return switch (type & 0x7f) {
      case 2 -> ethernet(next + 2);
      case 21 -> found(Content.LRH, next);
      default -> Content.OTHER;
    };
  }

  private Content ip(long from) {
    if (from >= end) {
      return Content.OTHER;
    }
    networkAt = from;
    return switch (BigEndianBytes.u8(bytes, from) >> 4) {
      case 4 -> ipv4(from);
      case 6 -> ipv6(from);
      default -> Content.OTHER;
    };
  }

  private Content ipv4(long from) {
    if (from + Ipv4.BYTES > end) {
      return Content.OTHER;
    }
    network = NetworkLayer.IPV4;
    trafficClass = Ipv4.trafficClass(bytes, from);
    int header = Ipv4.headerBytes(bytes, from);
    int total = Ipv4.totalBytes(bytes, from);
    int protocol = Ipv4.protocol(bytes, from);
    if (header < Ipv4.BYTES || (total != 0 && total < header) || from + header > end) {
      return Content.OTHER;
    }
    // A total of 0 is what a capture before segmentation offload shows.
    datagramEnd = total == 0 ? end : from + total;
    return Ipv4.isFragment(bytes, from)
        ? fragment(protocol, from + header)
        : transport(protocol, from + header);
  }

  private Content ipv6(long from) {
    if (from + Ipv6.BYTES > end) {
      return Content.OTHER;
    }
    network = NetworkLayer.IPV6;
    trafficClass = Ipv6.trafficClass(bytes, from);
    datagramEnd = from + Ipv6.BYTES + Ipv6.payloadBytes(bytes, from);
    int next = Ipv6.nextHeader(bytes, from);
    long nextAt = from + Ipv6.BYTES;
    while (Ipv6.isExtension(next)) {
      if (nextAt + 8 > end) {
        return Content.OTHER;
      }
      int protocol = BigEndianBytes.u8(bytes, nextAt);
      if (Ipv6.isFragment(next, bytes, nextAt)) {
        return fragment(protocol, nextAt + Ipv6.FRAGMENT_BYTES);
      }
      nextAt += Ipv6.extensionBytes(next, bytes, nextAt);
      next = protocol;
    }
    return transport(next, nextAt);
  }

  private Content fragment(int protocol, long from) {
    return protocol == Ipv4.UDP ? found(Content.FRAGMENT, from) : Content.OTHER;
  }

  private Content transport(int protocol, long from) {
    return switch (protocol) {
      case Ipv4.TCP ->
          from + 20 > Math.min(end, datagramEnd) ? Content.OTHER : found(Content.TCP, from);
      case Ipv4.UDP -> udp(from);
      case TunnelHeaders.GRE -> within(TunnelHeaders.gre(bytes, from, end));
      case TunnelHeaders.IPV4_WITHIN, TunnelHeaders.IPV6_WITHIN ->
          ++wrappers > MOST_WRAPPERS ? Content.OTHER : ip(from);
      default -> Content.OTHER;
    };
  }

  private Content udp(long from) {
    if (from + Udp.BYTES > end) {
      return Content.OTHER;
    }
    int port = Udp.destinationPort(bytes, from);
    long inside = from + Udp.BYTES;
    if (port == rocePort) {
      return found(Content.UDP, from);
    }
    return switch (port) {
      case TunnelHeaders.VXLAN_PORT -> within(TunnelHeaders.vxlan(bytes, inside, end));
      case TunnelHeaders.VXLAN_GPE_PORT -> within(TunnelHeaders.vxlanGpe(bytes, inside, end));
      case TunnelHeaders.GENEVE_PORT -> within(TunnelHeaders.geneve(bytes, inside, end));
      default -> Content.OTHER;
    };
  }
}
