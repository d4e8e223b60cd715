package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * Where the headers of one frame are. It is filled by {@link #read} and read until the next; it
 * copies nothing, allocates nothing and trusts nothing: whatever the bytes are, it ends in a {@link
 * Kind}, and every offset it gives lies within the frame with the header that is said to be there.
 */
public final class Frame {
  /** What a frame turned out to be. */
  public enum Kind {
    /** A base transport header and all that its opcode asks for. */
    RDMA,
    /** TCP, which may carry iWARP. */
    TCP,
    /** A piece of a fragmented datagram. */
    FRAGMENT,
    /** Something else; no concern of ours. */
    OTHER,
    /**
     * It was captured only in part, and the part ends within headers that matter. With {@link
     * #bthAt} it is RDMA, and what its opcode asks for beyond is missing.
     */
    CUT,
    /** It claims to be RDMA and contradicts itself: {@link #fault} says how. */
    MALFORMED
  }

  private static final int MOST_TAGS = 3;

  /** Packets within packets. */
  private static final int MOST_WRAPPERS = 4;

  private static final int MOST_EXTENSIONS = 8;

  private final Icrc crc = new Icrc();
  private final int rocePort;
  private MemorySegment bytes = MemorySegment.NULL;
  private long captured;
  private long end;
  private boolean whole;
  private Kind kind = Kind.OTHER;
  private Network network = Network.IPV4;
  private String fault = "";
  private int pcp;
  private int trafficClass;
  private long networkAt;
  private long udpAt;
  private long tcpAt;
  private long bthAt;
  private long icrcAt;
  private int wrappers;

  /** RDMA is what goes to UDP port 4791. */
  public Frame() {
    this(Udp.ROCE_PORT);
  }

  /** RDMA is what goes to this UDP port. */
  public Frame(int rocePort) {
    this.rocePort = rocePort;
  }

  /**
   * Reads a frame.
   *
   * @param bytes the frame's bytes, as many as were captured
   * @param original how many there were on the wire, at least as many
   */
  public Kind read(MemorySegment bytes, LinkType link, long original) {
    return read(bytes, 0, bytes.byteSize(), link, original);
  }

  /**
   * Reads a frame that lies somewhere in a segment. All offsets are the segment's.
   *
   * @param from where its first byte is
   * @param to where its last captured byte ends
   * @param original how many bytes there were on the wire, at least {@code to - from}
   */
  public Kind read(MemorySegment bytes, long from, long to, LinkType link, long original) {
    this.bytes = bytes;
    captured = to;
    end = to;
    whole = original <= to - from;
    fault = "";
    pcp = -1;
    trafficClass = 0;
    udpAt = -1;
    tcpAt = -1;
    bthAt = -1;
    icrcAt = -1;
    wrappers = 0;
    kind = link(link, from);
    return kind;
  }

  private Kind link(LinkType link, long at) {
    return switch (link) {
      case ETHERNET -> at + Ethernet.BYTES > end ? Kind.OTHER : ethernet(at);
      case RAW_IP, IPV4, IPV6 -> ip(at);
      case BSD_LOOPBACK, OPENBSD_LOOPBACK -> at + 4 > end ? Kind.OTHER : ip(at + 4);
      case LINUX_SLL -> at + 16 > end ? Kind.OTHER : typed(Bytes.u16(bytes, at + 14), at + 16);
      case LINUX_SLL2 -> at + 20 > end ? Kind.OTHER : typed(Bytes.u16(bytes, at), at + 20);
      case INFINIBAND -> infiniband(at);
      case ERF -> erf(at);
      case OTHER -> Kind.OTHER;
    };
  }

  private Kind ethernet(long at) {
    return typed(Ethernet.ethertype(bytes, at), at + Ethernet.BYTES);
  }

  private Kind typed(int ethertype, long at) {
    int type = ethertype;
    long next = at;
    for (int tags = 0; Ethernet.isTag(type) && tags < MOST_TAGS; tags++) {
      if (next + Ethernet.TAG_BYTES > end) {
        return Kind.OTHER;
      }
      pcp = Bytes.u8(bytes, next) >> 5;
      type = Bytes.u16(bytes, next + 2);
      next += Ethernet.TAG_BYTES;
    }
    return switch (type) {
      case Ethernet.IPV4, Ethernet.IPV6 -> ip(next);
      case Ethernet.ROCE_V1 -> {
        network = Network.ETHERNET_GRH;
        yield grh(next, end);
      }
      case Tunnel.MPLS, Tunnel.MPLS_UPSTREAM -> within(Tunnel.mpls(bytes, next, end));
      default -> Kind.OTHER;
    };
  }

  /** What a {@link Tunnel} holds. */
  private Kind within(long tunnel) {
    if (tunnel == Tunnel.NONE || ++wrappers > MOST_WRAPPERS) {
      return Kind.OTHER;
    }
    long at = Tunnel.at(tunnel);
    if (Tunnel.ethertype(tunnel) != Tunnel.FRAME) {
      return typed(Tunnel.ethertype(tunnel), at);
    }
    return at + Ethernet.BYTES > end ? Kind.OTHER : ethernet(at);
  }

  /**
   * Endace's extensible record: 16 bytes that end in flags, loss counter and wire length, extension
   * headers of 8 bytes while the top bit of a type is set, and 2 bytes before Ethernet.
   */
  private Kind erf(long at) {
    if (at + 16 > end) {
      return Kind.OTHER;
    }
    int type = Bytes.u8(bytes, at + 8);
    long next = at + 16;
    boolean more = (type & 0x80) != 0;
    while (more) {
      if (next + 8 > end) {
        return Kind.OTHER;
      }
      more = (Bytes.u8(bytes, next) & 0x80) != 0;
      next += 8;
    }
    return switch (type & 0x7f) {
      case 2 -> next + 2 + Ethernet.BYTES > end ? Kind.OTHER : ethernet(next + 2);
      case 21 -> infiniband(next);
      default -> Kind.OTHER;
    };
  }

  private Kind ip(long at) {
    if (at >= end) {
      return Kind.OTHER;
    }
    networkAt = at;
    return switch (Bytes.u8(bytes, at) >> 4) {
      case 4 -> ipv4(at);
      case 6 -> ipv6(at);
      default -> Kind.OTHER;
    };
  }

  private Kind ipv4(long at) {
    if (at + Ipv4.BYTES > end) {
      return Kind.OTHER;
    }
    network = Network.IPV4;
    trafficClass = Ipv4.trafficClass(bytes, at);
    int header = Ipv4.headerBytes(bytes, at);
    int total = Ipv4.totalBytes(bytes, at);
    int protocol = Ipv4.protocol(bytes, at);
    if (header < Ipv4.BYTES || (total != 0 && total < header) || at + header > end) {
      return Kind.OTHER;
    }
    if (Ipv4.isFragment(bytes, at)) {
      return protocol == Ipv4.UDP ? Kind.FRAGMENT : Kind.OTHER;
    }
    // A total of 0 is what a capture before segmentation offload shows.
    return transport(protocol, at + header, total == 0 ? end : at + total);
  }

  private Kind ipv6(long at) {
    if (at + Ipv6.BYTES > end) {
      return Kind.OTHER;
    }
    network = Network.IPV6;
    trafficClass = Ipv6.trafficClass(bytes, at);
    long datagramEnd = at + Ipv6.BYTES + Ipv6.payloadBytes(bytes, at);
    int next = Ipv6.nextHeader(bytes, at);
    long nextAt = at + Ipv6.BYTES;
    for (int headers = 0; Ipv6.isExtension(next); headers++) {
      if (headers == MOST_EXTENSIONS || nextAt + 8 > end) {
        return Kind.OTHER;
      }
      if (Ipv6.isFragment(next, bytes, nextAt)) {
        return Kind.FRAGMENT;
      }
      int bytesOfIt = Ipv6.extensionBytes(next, bytes, nextAt);
      next = Bytes.u8(bytes, nextAt);
      nextAt += bytesOfIt;
    }
    return transport(next, nextAt, datagramEnd);
  }

  private Kind transport(int protocol, long at, long datagramEnd) {
    return switch (protocol) {
      case Ipv4.TCP -> tcp(at, datagramEnd);
      case Ipv4.UDP -> udp(at, datagramEnd);
      case Tunnel.GRE -> within(Tunnel.gre(bytes, at, end));
      case Tunnel.IPV4_WITHIN, Tunnel.IPV6_WITHIN ->
          ++wrappers > MOST_WRAPPERS ? Kind.OTHER : ip(at);
      default -> Kind.OTHER;
    };
  }

  private Kind tcp(long at, long datagramEnd) {
    if (at + 20 > Math.min(end, datagramEnd)) {
      return Kind.OTHER;
    }
    tcpAt = at;
    end = Math.min(end, datagramEnd);
    return Kind.TCP;
  }

  private Kind udp(long at, long datagramEnd) {
    if (at + Udp.BYTES > end) {
      return Kind.OTHER;
    }
    int port = Udp.destinationPort(bytes, at);
    if (port != rocePort) {
      return switch (port) {
        case Tunnel.VXLAN_PORT -> within(Tunnel.vxlan(bytes, at + Udp.BYTES, end));
        case Tunnel.GENEVE_PORT -> within(Tunnel.geneve(bytes, at + Udp.BYTES, end));
        default -> Kind.OTHER;
      };
    }
    udpAt = at;
    int length = Udp.length(bytes, at);
    if (at + length > datagramEnd) {
      return malformed("the UDP length reaches beyond the IP datagram");
    }
    if (length < Udp.BYTES + Bth.BYTES + Icrc.BYTES) {
      return malformed("the UDP datagram is too short for a BTH and an ICRC");
    }
    return bth(at + Udp.BYTES, at + length);
  }

  private Kind infiniband(long at) {
    if (at + Lrh.BYTES > end) {
      return Kind.CUT;
    }
    networkAt = at;
    int length = Lrh.packetBytes(bytes, at);
    int next = Lrh.nextHeader(bytes, at);
    if (next != Lrh.LOCAL && next != Lrh.GLOBAL) {
      return Kind.OTHER;
    }
    if (length < Lrh.BYTES + Bth.BYTES + Icrc.BYTES) {
      return malformed("the LRH's packet length is too short for a BTH and an ICRC");
    }
    network = next == Lrh.GLOBAL ? Network.IB_GLOBAL : Network.IB_LOCAL;
    return next == Lrh.GLOBAL ? grh(at + Lrh.BYTES, at + length) : bth(at + Lrh.BYTES, at + length);
  }

  private Kind grh(long at, long packetEnd) {
    networkAt = at;
    if (at + Ipv6.BYTES > end) {
      return Kind.CUT;
    }
    if (Ipv6.nextHeader(bytes, at) != Ipv6.IBA_TRANSPORT) {
      return Kind.OTHER;
    }
    trafficClass = Ipv6.trafficClass(bytes, at);
    long payloadEnd = at + Ipv6.BYTES + Ipv6.payloadBytes(bytes, at);
    // Ethernet pads short frames, so there the GRH's own length counts.
    return payloadEnd > packetEnd && whole
        ? malformed("the GRH's payload length reaches beyond the packet")
        : bth(at + Ipv6.BYTES, payloadEnd);
  }

  private Kind bth(long at, long packetEnd) {
    if (whole && packetEnd > end) {
      return malformed("the lengths in its headers reach beyond the frame");
    }
    if (at + Bth.BYTES > end) {
      return Kind.CUT;
    }
    bthAt = at;
    icrcAt = packetEnd - Icrc.BYTES;
    if (payloadBytes() < 0) {
      bthAt = -1;
      return malformed("it is too short for the headers of its opcode");
    }
    return payloadAt() > end ? Kind.CUT : Kind.RDMA;
  }

  private Kind malformed(String how) {
    fault = how;
    return Kind.MALFORMED;
  }

  public Kind kind() {
    return kind;
  }

  /** What contradicts itself, if it is {@link Kind#MALFORMED}. */
  public String fault() {
    return fault;
  }

  /** The frame's bytes. */
  public MemorySegment bytes() {
    return bytes;
  }

  public Network network() {
    return network;
  }

  /** Where the IP header, the GRH or, within an InfiniBand subnet, the LRH begins. */
  public long networkAt() {
    return networkAt;
  }

  /** The priority of the innermost VLAN tag, 0 to 7; -1 without one. */
  public int pcp() {
    return pcp;
  }

  /** DSCP and ECN, 8 bits. */
  public int trafficClass() {
    return trafficClass;
  }

  /** DSCP, 0 to 63. */
  public int dscp() {
    return trafficClass >> 2;
  }

  public Ecn ecn() {
    return Ecn.of(trafficClass);
  }

  /** Where the UDP header begins; -1 without one. */
  public long udpAt() {
    return udpAt;
  }

  /** Where the TCP header begins; -1 without one. */
  public long tcpAt() {
    return tcpAt;
  }

  /** Where the IP datagram ends: link padding is not counted. */
  public long end() {
    return end;
  }

  /** Where the base transport header begins; -1 without one. */
  public long bthAt() {
    return bthAt;
  }

  public int opcode() {
    return Bth.opcode(bytes, bthAt);
  }

  public Service service() {
    return Service.of(opcode());
  }

  public Operation operation() {
    return Operation.of(opcode());
  }

  public boolean isCnp() {
    return opcode() == Opcode.CNP;
  }

  /** Where DETH begins; for UD. */
  public long dethAt() {
    return bthAt + Bth.BYTES;
  }

  /** Where RETH, AETH or the atomic header begins, whichever the operation has. */
  public long extensionAt() {
    return bthAt + Bth.BYTES + operation().prefixBytes(service());
  }

  /** Where the payload begins. */
  public long payloadAt() {
    return bthAt + Bth.BYTES + Opcode.headerBytes(opcode());
  }

  /** Bytes of the payload without padding, as the headers say; all may not have been captured. */
  public long payloadBytes() {
    return icrcAt - payloadAt() - Bth.padBytes(bytes, bthAt);
  }

  /** Where the ICRC belongs. */
  public long icrcAt() {
    return icrcAt;
  }

  /** Whether the packet was captured up to its ICRC. */
  public boolean hasIcrc() {
    return icrcAt + Icrc.BYTES <= captured;
  }

  /** Whether the ICRC is right; for packets that {@link #hasIcrc have} one. */
  public boolean icrcGood() {
    return crc.of(bytes, network, networkAt, bthAt, icrcAt) == Bytes.i32(bytes, icrcAt);
  }

  /** Whether a VCRC follows and was captured: on an InfiniBand wire only. */
  public boolean hasVcrc() {
    return (network == Network.IB_LOCAL || network == Network.IB_GLOBAL)
        && icrcAt + Icrc.BYTES + Vcrc.BYTES <= captured;
  }

  /** Whether the VCRC is right; for packets that {@link #hasVcrc have} one. */
  public boolean vcrcGood() {
    long vcrcAt = icrcAt + Icrc.BYTES;
    long lrhAt = network == Network.IB_GLOBAL ? networkAt - Lrh.BYTES : networkAt;
    return Vcrc.of(bytes, lrhAt, vcrcAt) == Bytes.u16(bytes, vcrcAt);
  }
}
