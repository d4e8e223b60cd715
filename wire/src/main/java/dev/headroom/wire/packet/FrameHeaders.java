package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * Offsets of the headers of one frame. It is filled by {@link #read} and read until the next; it
 * copies nothing, allocates nothing and trusts nothing: whatever the bytes are, it ends in a {@link
 * Kind}, and every offset it gives lies within the frame with the header that is said to be there.
 */
public final class FrameHeaders {
  /** What a frame turned out to be. */
  public enum Kind {
    /** A base transport header and all that its opcode asks for. */
    RDMA,
    /** TCP, which may carry iWARP. */
    TCP,
    /** A piece of a fragmented datagram. */
    FRAGMENT,
    /** A PAUSE frame, of the link or of classes. */
    PAUSE,
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

  private final Icrc crc = new Icrc();
  private final PacketEncapsulation packetEncapsulation;
  private MemorySegment bytes = MemorySegment.NULL;
  private long captured;
  private long end;
  private boolean whole;
  private Kind kind = Kind.OTHER;
  private NetworkLayer network = NetworkLayer.IPV4;
  private String fault = "";
  private int trafficClass;
  private long networkAt;
  private long udpAt;
  private long tcpAt;
  private long fragmentAt;
  private long bthAt;
  private long icrcAt;
  private long pauseAt;

  /** RDMA is what goes to UDP port 4791. */
  public FrameHeaders() {
    this(Udp.ROCE_PORT);
  }

  /** RDMA is what goes to this UDP port. */
  public FrameHeaders(int rocePort) {
    packetEncapsulation = new PacketEncapsulation(rocePort);
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
    udpAt = -1;
    tcpAt = -1;
    fragmentAt = -1;
    bthAt = -1;
    icrcAt = -1;
    pauseAt = -1;
    PacketEncapsulation.Content content = packetEncapsulation.open(bytes, from, to, link);
    network = packetEncapsulation.network;
    networkAt = packetEncapsulation.networkAt;
    trafficClass = packetEncapsulation.trafficClass;
    kind = within(content, packetEncapsulation.at);
    return kind;
  }

  private Kind within(PacketEncapsulation.Content content, long at) {
    return switch (content) {
      case UDP -> udp(at, packetEncapsulation.datagramEnd);
      case TCP -> {
        tcpAt = at;
        end = Math.min(end, packetEncapsulation.datagramEnd);
        yield Kind.TCP;
      }
      case FRAGMENT -> {
        fragmentAt = at;
        end = Math.min(end, packetEncapsulation.datagramEnd);
        yield Kind.FRAGMENT;
      }
      case GRH -> {
        network = NetworkLayer.ETHERNET_GRH;
        yield grh(at, end);
      }
      case LRH -> infiniband(at);
      case PAUSE -> {
        pauseAt = at;
        yield Kind.PAUSE;
      }
      case OTHER -> Kind.OTHER;
    };
  }

  private Kind udp(long at, long datagramEnd) {
    udpAt = at;
    int length = Udp.length(bytes, at);
    if (at + length > datagramEnd) {
      return malformed("the UDP length exceeds the IP datagram");
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
    network = next == Lrh.GLOBAL ? NetworkLayer.IB_GLOBAL : NetworkLayer.IB_LOCAL;
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
        ? malformed("the GRH's payload length exceeds the packet")
        : bth(at + Ipv6.BYTES, payloadEnd);
  }

  private Kind bth(long at, long packetEnd) {
    if (whole && packetEnd > end) {
      return malformed("the lengths in its headers exceed the frame");
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

  public NetworkLayer network() {
    return network;
  }

  /** Where the IP header, the GRH or, within an InfiniBand subnet, the LRH begins. */
  public long networkAt() {
    return networkAt;
  }

  /** The priority of the innermost VLAN tag, 0 to 7; -1 without one. */
  public int pcp() {
    return packetEncapsulation.pcp;
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

  /** Where the bytes of a fragment begin; -1 if it is none. */
  public long fragmentAt() {
    return fragmentAt;
  }

  /** Whether a fragment was captured as far as its IP header says that it goes. */
  public boolean hasWholeFragment() {
    return fragmentAt >= 0 && packetEncapsulation.datagramEnd <= captured;
  }

  /** Where the IP datagram of a TCP segment ends, captured or not. */
  public long datagramEnd() {
    return packetEncapsulation.datagramEnd;
  }

  /** Where what was captured of the IP datagram ends: link padding is not counted. */
  public long end() {
    return end;
  }

  /** Where the operation code of a {@link PauseFrame} stands; -1 without one. */
  public long pauseAt() {
    return pauseAt;
  }

  /** Where the base transport header begins; -1 without one. */
  public long bthAt() {
    return bthAt;
  }

  public int opcode() {
    return Bth.opcode(bytes, bthAt);
  }

  public TransportService service() {
    return TransportService.of(opcode());
  }

  public BthOperation operation() {
    return BthOperation.of(opcode());
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
    return crc.of(bytes, network, networkAt, bthAt, icrcAt) == BigEndianBytes.i32(bytes, icrcAt);
  }

  /** Whether a VCRC follows and was captured: on an InfiniBand wire only. */
  public boolean hasVcrc() {
    return (network == NetworkLayer.IB_LOCAL || network == NetworkLayer.IB_GLOBAL)
        && icrcAt + Icrc.BYTES + Vcrc.BYTES <= captured;
  }

  /** Whether the VCRC is right; for packets that {@link #hasVcrc have} one. */
  public boolean vcrcGood() {
    long vcrcAt = icrcAt + Icrc.BYTES;
    long lrhAt = network == NetworkLayer.IB_GLOBAL ? networkAt - Lrh.BYTES : networkAt;
    return Vcrc.of(bytes, lrhAt, vcrcAt) == BigEndianBytes.u16(bytes, vcrcAt);
  }
}
