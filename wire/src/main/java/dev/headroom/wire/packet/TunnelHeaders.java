package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * Tunnel headers around another packet: of mirrored ports (GRE, ERSPAN), of virtual networks
 * (VXLAN, Geneve), labels (MPLS), and the protocol names of LLC and PPP. What is within is given in
 * one number that costs no object: its ethertype, in the upper 16 bits, and where it begins; or
 * {@link #NONE}.
 */
final class TunnelHeaders {
  /** Nothing that is known, or cut off. */
  static final long NONE = -1;

  /** The ethertype of a whole Ethernet frame (transparent Ethernet bridging, RFC 1701). */
  static final int FRAME = 0x6558;

  /** An IP protocol: IPv4 within (RFC 2003). */
  static final int IPV4_WITHIN = 4;

  /** An IP protocol: IPv6 within (RFC 2473). */
  static final int IPV6_WITHIN = 41;

  /** An IP protocol (RFC 2784). */
  static final int GRE = 47;

  /** UDP port (RFC 7348). */
  static final int VXLAN_PORT = 4789;

  /** UDP port (draft-ietf-nvo3-vxlan-gpe). */
  static final int VXLAN_GPE_PORT = 4790;

  /** UDP port (RFC 8926). */
  static final int GENEVE_PORT = 6081;

  /** Ethertypes of labels (RFC 3032, RFC 5332). */
  static final int MPLS = 0x8847;

  static final int MPLS_UPSTREAM = 0x8848;

  /** Ethertype of a PPP session (RFC 2516). */
  static final int PPPOE = 0x8864;

  private static final int PPP_IPV4 = 0x0021;
  private static final int PPP_IPV6 = 0x0057;
  private static final int PPP_IN_HDLC = 0xff03;
  private static final int ERSPAN = 0x88be;
  private static final int ERSPAN_3 = 0x22eb;
  private static final int CHECKSUM_BIT = 0x8000;
  private static final int ROUTING_BIT = 0x4000;
  private static final int KEY_BIT = 0x2000;
  private static final int SEQUENCE_BIT = 0x1000;
  private static final int VERSION_BITS = 7;
  private static final int AT_BITS = 47;
  private static final int MOST_LABELS = 16;

  private TunnelHeaders() {}

  static int ethertype(long within) {
    return (int) (within >>> AT_BITS);
  }

  static long at(long within) {
    return within & (1L << AT_BITS) - 1;
  }

  private static long within(int ethertype, long at, long end) {
    return at > end ? NONE : (long) ethertype << AT_BITS | at;
  }

  /**
   * GRE (RFC 2784, RFC 2890): flags and version 2, ethertype 2, and 4 bytes each of checksum, key
   * and sequence number if their flags are set. ERSPAN of version II has 8 bytes more, version III
   * 12 or, with its last bit set, 20 (draft-foschiano-erspan-03); version I, without a sequence
   * number, none.
   */
  static long gre(MemorySegment s, long at, long end) {
    if (at + 4 > end) {
      return NONE;
    }
    int flags = BigEndianBytes.u16(s, at);
    int type = BigEndianBytes.u16(s, at + 2);
    if ((flags & (ROUTING_BIT | VERSION_BITS)) != 0) {
      return NONE;
    }
    long next = at + 4 + 4L * Integer.bitCount(flags & (CHECKSUM_BIT | KEY_BIT | SEQUENCE_BIT));
    return switch (type) {
      case ERSPAN -> within(FRAME, next + ((flags & SEQUENCE_BIT) != 0 ? 8 : 0), end);
      case ERSPAN_3 -> {
        boolean more = next + 12 <= end && (BigEndianBytes.u8(s, next + 11) & 1) != 0;
        yield within(FRAME, next + (more ? 20 : 12), end);
      }
      default -> within(type, next, end);
    };
  }

  /** VXLAN: 8 bytes, the first with the flag of a valid network number. */
  static long vxlan(MemorySegment s, long at, long end) {
    return at + 8 > end || (BigEndianBytes.u8(s, at) & 8) == 0 ? NONE : within(FRAME, at + 8, end);
  }

  /** Geneve: 8 bytes, with the length of the options that follow in words of 4. */
  static long geneve(MemorySegment s, long at, long end) {
    if (at + 8 > end || BigEndianBytes.u8(s, at) >> 6 != 0) {
      return NONE;
    }
    return within(
        BigEndianBytes.u16(s, at + 2), at + 8 + 4L * (BigEndianBytes.u8(s, at) & 63), end);
  }

  /**
   * Labels of 4 bytes, the last of them marked. They do not say what follows, but its first half
   * byte does: 4 and 6 are IP (RFC 4928), 0 a control word before an Ethernet frame (RFC 4448).
   */
  static long mpls(MemorySegment s, long at, long end) {
    long next = at;
    for (int labels = 0; labels < MOST_LABELS && next + 5 <= end; labels++) {
      boolean last = (BigEndianBytes.u8(s, next + 2) & 1) != 0;
      next += 4;
      if (last) {
        return switch (BigEndianBytes.u8(s, next) >> 4) {
          case 4 -> within(Ethernet.IPV4, next, end);
          case 6 -> within(Ethernet.IPV6, next, end);
          case 0 -> within(FRAME, next + 4, end);
          default -> NONE;
        };
      }
    }
    return NONE;
  }

  /** VXLAN with a protocol of its own, which is the last byte before the network number. */
  static long vxlanGpe(MemorySegment s, long at, long end) {
    if (at + 8 > end) {
      return NONE;
    }
    return switch (BigEndianBytes.u8(s, at + 3)) {
      case 1 -> within(Ethernet.IPV4, at + 8, end);
      case 2 -> within(Ethernet.IPV6, at + 8, end);
      case 3 -> within(FRAME, at + 8, end);
      default -> NONE;
    };
  }

  /** PPP over Ethernet: 6 bytes of version, session and length, then PPP. */
  static long pppoe(MemorySegment s, long at, long end) {
    return ppp(s, at + 6, end);
  }

  /** PPP on a serial line: the address and control of HDLC may come first (RFC 1662). */
  static long pppFramed(MemorySegment s, long at, long end) {
    boolean hdlc = at + 2 <= end && BigEndianBytes.u16(s, at) == PPP_IN_HDLC;
    return ppp(s, hdlc ? at + 2 : at, end);
  }

  private static long ppp(MemorySegment s, long at, long end) {
    if (at + 2 > end) {
      return NONE;
    }
    return switch (BigEndianBytes.u16(s, at)) {
      case PPP_IPV4 -> within(Ethernet.IPV4, at + 2, end);
      case PPP_IPV6 -> within(Ethernet.IPV6, at + 2, end);
      default -> NONE;
    };
  }

  /**
   * What IEEE 802.3 has instead of an ethertype: LLC and SNAP, 8 bytes that end in one (RFC 1042).
   */
  static long snap(MemorySegment s, long at, long end) {
    boolean ethertype =
        at + 8 <= end
            && BigEndianBytes.i32(s, at) == 0xaaaa0300
            && BigEndianBytes.u16(s, at + 4) == 0;
    return ethertype ? within(BigEndianBytes.u16(s, at + 6), at + 8, end) : NONE;
  }
}
