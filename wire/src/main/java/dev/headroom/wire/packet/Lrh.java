package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * InfiniBand's local route header (IBA 7.7): virtual lane 4 bits, version 4; service level 4,
 * reserved 2, next header 2; destination LID 16; reserved 5, packet length 11; source LID 16.
 */
public final class Lrh {
  public static final int BYTES = 8;

  /** The next header: a base transport header at once. */
  public static final int LOCAL = 2;

  /** The next header: a global route header. */
  public static final int GLOBAL = 3;

  private Lrh() {}

  public static int virtualLane(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at) >> 4;
  }

  public static int serviceLevel(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 1) >> 4;
  }

  /** 0 raw, 1 IPv6 raw, {@link #LOCAL} or {@link #GLOBAL}. */
  public static int nextHeader(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 1) & 3;
  }

  public static int destinationLid(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 2);
  }

  /** Bytes from the first of this header to the last of the ICRC; the VCRC comes after. */
  public static int packetBytes(MemorySegment s, long at) {
    return (BigEndianBytes.u16(s, at + 4) & 0x7ff) * 4;
  }

  public static int sourceLid(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 6);
  }
}
