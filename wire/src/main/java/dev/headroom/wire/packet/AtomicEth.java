package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The atomic extended header (IBA 9.3.4): address 8, R_Key 4, swap or add 8, compare 8. */
public final class AtomicEth {
  public static final int BYTES = 28;

  private AtomicEth() {}

  public static long address(MemorySegment s, long at) {
    return BigEndianBytes.i64(s, at);
  }

  public static int rkey(MemorySegment s, long at) {
    return BigEndianBytes.i32(s, at + 8);
  }

  public static long swapOrAdd(MemorySegment s, long at) {
    return BigEndianBytes.i64(s, at + 12);
  }

  public static long compare(MemorySegment s, long at) {
    return BigEndianBytes.i64(s, at + 20);
  }

  public static void write(
      MemorySegment s, long at, long address, int rkey, long swapOrAdd, long compare) {
    BigEndianBytes.put64(s, at, address);
    BigEndianBytes.put32(s, at + 8, rkey);
    BigEndianBytes.put64(s, at + 12, swapOrAdd);
    BigEndianBytes.put64(s, at + 20, compare);
  }
}
