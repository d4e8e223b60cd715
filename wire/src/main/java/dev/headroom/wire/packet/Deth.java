package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The datagram extended header (IBA 9.3.2): Q_Key 4, reserved 1, source QP 3. */
public final class Deth {
  public static final int BYTES = 8;

  private Deth() {}

  public static int qkey(MemorySegment s, long at) {
    return BigEndianBytes.i32(s, at);
  }

  public static int sourceQp(MemorySegment s, long at) {
    return BigEndianBytes.u24(s, at + 5);
  }

  public static void write(MemorySegment s, long at, int qkey, int sourceQp) {
    BigEndianBytes.put32(s, at, qkey);
    BigEndianBytes.put32(s, at + 4, sourceQp & 0xffffff);
  }
}
