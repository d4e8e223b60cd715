package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * The variant CRC at the end of an InfiniBand packet (IBA 7.8.2): 16 bits over everything from the
 * local route header to the ICRC, polynomial x^16 + x^12 + x^3 + x + 1 (0x100B), bits in the order
 * they are sent, from all ones, complemented.
 */
public final class Vcrc {
  public static final int BYTES = 2;

  /** 0x100B with its bits reversed. */
  private static final int POLYNOMIAL = 0xd008;

  private static final int[] TABLE = new int[256];

  static {
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = crc >>> 1 ^ ((crc & 1) == 0 ? 0 : POLYNOMIAL);
      }
      TABLE[i] = crc;
    }
  }

  private Vcrc() {}

  /** Of the bytes from {@code from} to before {@code to}, as the two bytes stand on the wire. */
  public static int of(MemorySegment s, long from, long to) {
    int crc = 0xffff;
    for (long at = from; at < to; at++) {
      crc = crc >>> 8 ^ TABLE[(crc ^ BigEndianBytes.u8(s, at)) & 0xff];
    }
    crc = ~crc & 0xffff;
    return (crc & 0xff) << 8 | crc >>> 8;
  }
}
