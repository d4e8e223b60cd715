package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The RDMA extended header (IBA 9.3.3): virtual address 8, R_Key 4, DMA length 4. */
public final class Reth {
  public static final int BYTES = 16;

  private Reth() {}

  public static long address(MemorySegment s, long at) {
    return BigEndianBytes.i64(s, at);
  }

  public static int rkey(MemorySegment s, long at) {
    return BigEndianBytes.i32(s, at + 8);
  }

  /** Bytes, unsigned; the specification allows 0 to 2^31. */
  public static long length(MemorySegment s, long at) {
    return BigEndianBytes.u32(s, at + 12);
  }

  public static void write(MemorySegment s, long at, long address, int rkey, long length) {
    BigEndianBytes.put64(s, at, address);
    BigEndianBytes.put32(s, at + 8, rkey);
    BigEndianBytes.put32(s, at + 12, (int) length);
  }
}
