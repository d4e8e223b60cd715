package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The datagram extended header (IBA 9.3.2): Q_Key 4, reserved 1, source QP 3. */
public final class Deth {
  public static final int BYTES = 8;

  private Deth() {}

  public static int qkey(MemorySegment s, long at) {
    return Bytes.i32(s, at);
  }

  public static int sourceQp(MemorySegment s, long at) {
    return Bytes.u24(s, at + 5);
  }

  public static void write(MemorySegment s, long at, int qkey, int sourceQp) {
    Bytes.put32(s, at, qkey);
    Bytes.put32(s, at + 4, sourceQp & 0xffffff);
  }
}
