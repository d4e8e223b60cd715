package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The IPv4 header (RFC 791; DSCP RFC 2474, ECN RFC 3168). */
public final class Ipv4 {
  /** Without options, which RoCEv2 does not use. */
  public static final int BYTES = 20;

  public static final int UDP = 17;
  public static final int TCP = 6;

  private static final int DONT_FRAGMENT = 0x4000;
  private static final int MORE_OR_OFFSET = 0x3fff;

  private Ipv4() {}

  /** Bytes of this header with its options; below 20 it is not one. */
  public static int headerBytes(MemorySegment s, long at) {
    return (BigEndianBytes.u8(s, at) & 15) * 4;
  }

  /** DSCP and ECN, 8 bits. */
  public static int trafficClass(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 1);
  }

  /** Bytes of the datagram, this header included. */
  public static int totalBytes(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 2);
  }

  public static int id(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 4);
  }

  /** Whether this is one piece of a larger datagram. */
  public static boolean isFragment(MemorySegment s, long at) {
    return (BigEndianBytes.u16(s, at + 6) & MORE_OR_OFFSET) != 0;
  }

  public static int ttl(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 8);
  }

  public static int protocol(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 9);
  }

  public static int source(MemorySegment s, long at) {
    return BigEndianBytes.i32(s, at + 12);
  }

  public static int destination(MemorySegment s, long at) {
    return BigEndianBytes.i32(s, at + 16);
  }

  /**
   * Writes a header without options, don't-fragment set and the checksum right.
   *
   * @param totalBytes 20 to 65535
   */
  public static void write(
      MemorySegment s,
      long at,
      int trafficClass,
      int totalBytes,
      int id,
      int ttl,
      int protocol,
      int source,
      int destination) {
    BigEndianBytes.put16(s, at, 0x4500 | (trafficClass & 0xff));
    BigEndianBytes.put16(s, at + 2, totalBytes);
    BigEndianBytes.put16(s, at + 4, id);
    BigEndianBytes.put16(s, at + 6, DONT_FRAGMENT);
    BigEndianBytes.put16(s, at + 8, (ttl << 8) | protocol);
    BigEndianBytes.put16(s, at + 10, 0);
    BigEndianBytes.put32(s, at + 12, source);
    BigEndianBytes.put32(s, at + 16, destination);
    BigEndianBytes.put16(s, at + 10, checksum(s, at));
  }

  /** The header checksum as it should be: of a header that has a right one, 0. */
  public static int checksum(MemorySegment s, long at) {
    int sum = 0;
    for (int i = 0; i < headerBytes(s, at); i += 2) {
      sum += BigEndianBytes.u16(s, at + i);
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    return ~sum & 0xffff;
  }
}
