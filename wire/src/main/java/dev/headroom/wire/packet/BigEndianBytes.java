package dev.headroom.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Numbers in network byte order, at any address of a segment. */
public final class BigEndianBytes {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private BigEndianBytes() {}

  /** 8 bits, unsigned. */
  public static int u8(MemorySegment s, long at) {
    return s.get(JAVA_BYTE, at) & 0xff;
  }

  /** 16 bits, unsigned. */
  public static int u16(MemorySegment s, long at) {
    return s.get(SHORT, at) & 0xffff;
  }

  /** 24 bits, unsigned. */
  public static int u24(MemorySegment s, long at) {
    return u8(s, at) << 16 | u16(s, at + 1);
  }

  /** 32 bits as they are. */
  public static int i32(MemorySegment s, long at) {
    return s.get(INT, at);
  }

  /** 32 bits, unsigned. */
  public static long u32(MemorySegment s, long at) {
    return s.get(INT, at) & 0xffff_ffffL;
  }

  /** 64 bits as they are. */
  public static long i64(MemorySegment s, long at) {
    return s.get(LONG, at);
  }

  /** Writes the low 8 bits. */
  public static void put8(MemorySegment s, long at, int value) {
    s.set(JAVA_BYTE, at, (byte) value);
  }

  /** Writes the low 16 bits. */
  public static void put16(MemorySegment s, long at, int value) {
    s.set(SHORT, at, (short) value);
  }

  /** Writes the low 24 bits. */
  public static void put24(MemorySegment s, long at, int value) {
    put8(s, at, value >> 16);
    put16(s, at + 1, value);
  }

  /** Writes 32 bits. */
  public static void put32(MemorySegment s, long at, int value) {
    s.set(INT, at, value);
  }

  /** Writes 64 bits. */
  public static void put64(MemorySegment s, long at, long value) {
    s.set(LONG, at, value);
  }
}
