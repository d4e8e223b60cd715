package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The IPv6 header (RFC 8200), which is also InfiniBand's global route header (IBA 8.3). */
public final class Ipv6 {
  public static final int BYTES = 40;

  /** The next header of a GRH: a base transport header (IBA 8.3.1). */
  public static final int IBA_TRANSPORT = 0x1b;

  /** The header of a fragment. */
  public static final int FRAGMENT_BYTES = 8;

  private static final int HOP_BY_HOP = 0;
  private static final int ROUTING = 43;
  private static final int FRAGMENT = 44;
  private static final int AUTHENTICATION = 51;
  private static final int DESTINATION = 60;

  private Ipv6() {}

  /** Whether a next header is one of those that another follows (RFC 8200, section 4; RFC 4302). */
  static boolean isExtension(int nextHeader) {
    return nextHeader == HOP_BY_HOP
        || nextHeader == ROUTING
        || nextHeader == FRAGMENT
        || nextHeader == AUTHENTICATION
        || nextHeader == DESTINATION;
  }

  /** Whether it says that this is one piece of a larger datagram. */
  static boolean isFragment(int nextHeader, MemorySegment s, long at) {
    return nextHeader == FRAGMENT && (BigEndianBytes.u16(s, at + 2) & 0xfff9) != 0;
  }

  /** Bytes of an extension header, at least 8. */
  static int extensionBytes(int nextHeader, MemorySegment s, long at) {
    int length = BigEndianBytes.u8(s, at + 1);
    return switch (nextHeader) {
      case FRAGMENT -> FRAGMENT_BYTES;
      case AUTHENTICATION -> Math.max(8, (length + 2) * 4);
      default -> (length + 1) * 8;
    };
  }

  /** DSCP and ECN, 8 bits. */
  public static int trafficClass(MemorySegment s, long at) {
    return (BigEndianBytes.u16(s, at) >> 4) & 0xff;
  }

  /** 20 bits. */
  public static int flowLabel(MemorySegment s, long at) {
    return BigEndianBytes.i32(s, at) & 0xfffff;
  }

  /** Bytes after this header. */
  public static int payloadBytes(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 4);
  }

  public static int nextHeader(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 6);
  }

  public static int hopLimit(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 7);
  }

  /** Writes all but the addresses. */
  public static void write(
      MemorySegment s,
      long at,
      int trafficClass,
      int flowLabel,
      int payloadBytes,
      int nextHeader,
      int hopLimit) {
    BigEndianBytes.put32(s, at, (6 << 28) | ((trafficClass & 0xff) << 20) | (flowLabel & 0xfffff));
    BigEndianBytes.put16(s, at + 4, payloadBytes);
    BigEndianBytes.put16(s, at + 6, (nextHeader << 8) | hopLimit);
  }
}
