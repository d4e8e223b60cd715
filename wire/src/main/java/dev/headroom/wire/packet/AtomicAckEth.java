package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The atomic ACK extended header (IBA 9.5.3): what memory held before, 8 bytes. */
public final class AtomicAckEth {
  public static final int BYTES = 8;

  private AtomicAckEth() {}

  public static long original(MemorySegment s, long at) {
    return BigEndianBytes.i64(s, at);
  }

  public static void write(MemorySegment s, long at, long original) {
    BigEndianBytes.put64(s, at, original);
  }
}
