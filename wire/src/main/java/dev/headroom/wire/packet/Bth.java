package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * The base transport header (IBA 9.2): opcode 8 bits; solicited event 1, migration 1, pad count 2,
 * version 4; P_Key 16; FECN 1, BECN 1, reserved 6, destination QP 24; acknowledge request 1,
 * reserved 7, packet sequence number (PSN) 24.
 */
public final class Bth {
  public static final int BYTES = 12;

  /** The byte with FECN and BECN, which switches may change: the ICRC leaves it out. */
  static final int VARIANT_BYTE = 4;

  /** PSNs count modulo this. */
  public static final int PSN_MASK = 0xffffff;

  /** The partition that every port is a full member of unless told otherwise (IBA 10.9.1.3). */
  public static final int DEFAULT_PKEY = 0xffff;

  private static final int MIGRATED = 0x40;

  private Bth() {}

  public static int opcode(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at);
  }

  public static boolean solicited(MemorySegment s, long at) {
    return (BigEndianBytes.u8(s, at + 1) & 0x80) != 0;
  }

  /** Bytes added to the payload to make it a multiple of four, 0 to 3. */
  public static int padBytes(MemorySegment s, long at) {
    return (BigEndianBytes.u8(s, at + 1) >> 4) & 3;
  }

  /** The version of the transport header; 0 is the only one. */
  public static int version(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 1) & 15;
  }

  public static int pkey(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 2);
  }

  public static boolean fecn(MemorySegment s, long at) {
    return (BigEndianBytes.u8(s, at + VARIANT_BYTE) & 0x80) != 0;
  }

  public static boolean becn(MemorySegment s, long at) {
    return (BigEndianBytes.u8(s, at + VARIANT_BYTE) & 0x40) != 0;
  }

  public static int destinationQp(MemorySegment s, long at) {
    return BigEndianBytes.u24(s, at + 5);
  }

  public static boolean ackRequest(MemorySegment s, long at) {
    return (BigEndianBytes.u8(s, at + 8) & 0x80) != 0;
  }

  public static int psn(MemorySegment s, long at) {
    return BigEndianBytes.u24(s, at + 9);
  }

  /** Writes a header with migration state "migrated", version 0 and no congestion bits. */
  public static void write(
      MemorySegment s,
      long at,
      int opcode,
      boolean solicited,
      int padBytes,
      int pkey,
      int destinationQp,
      boolean ackRequest,
      int psn) {
    BigEndianBytes.put8(s, at, opcode);
    BigEndianBytes.put8(s, at + 1, (solicited ? 0x80 : 0) | MIGRATED | (padBytes << 4));
    BigEndianBytes.put16(s, at + 2, pkey);
    BigEndianBytes.put32(s, at + 4, destinationQp & 0xffffff);
    BigEndianBytes.put32(s, at + 8, (ackRequest ? 1 << 31 : 0) | (psn & PSN_MASK));
  }

  /** Sets BECN, as a CNP has it. */
  public static void setBecn(MemorySegment s, long at) {
    BigEndianBytes.put8(s, at + VARIANT_BYTE, BigEndianBytes.u8(s, at + VARIANT_BYTE) | 0x40);
  }

  /**
   * How far one PSN lies after another, -2^23 to 2^23-1: the window in which before and after mean
   * something (IBA 9.7.2).
   */
  public static int distance(int from, int to) {
    return (to - from) << 8 >> 8;
  }
}
