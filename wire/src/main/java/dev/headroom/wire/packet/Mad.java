package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * A management datagram (IBA 13.4.2), 256 bytes: base version 1, class 1, class version 1, method
 * 1, status 2, class specific 2, transaction 8, attribute 2, reserved 2, modifier 4, data 232.
 */
public final class Mad {
  public static final int BYTES = 256;

  /** Where the data begins in one without a class header of its own. */
  public static final int DATA_AT = 24;

  /** The class of the connection manager (IBA 13.4.4). */
  public static final int COMMUNICATION_MANAGEMENT = 7;

  /** The method "send" (IBA 13.4.5). */
  public static final int SEND = 3;

  private Mad() {}

  public static int managementClass(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 1);
  }

  public static int method(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at + 3);
  }

  public static long transaction(MemorySegment s, long at) {
    return BigEndianBytes.i64(s, at + 8);
  }

  public static int attribute(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 16);
  }
}
