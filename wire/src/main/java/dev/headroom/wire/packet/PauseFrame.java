package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * PAUSE frames of Ethernet: MAC control frames (IEEE 802.3, annex 31) to a group address that no
 * bridge forwards. After the ethertype come an operation code of 2 bytes and its parameters:
 *
 * <pre>
 *   0x0001  pause (annex 31B)                        time 2
 *   0x0101  priority-based flow control (annex 31D)  classes 2, time of class 0 to 7: 8 x 2
 * </pre>
 *
 * A time is in quanta of 512 bit times; 0 lets go on. Of {@code classes} the low byte names the
 * classes whose times count. Zeros fill the frame up to 60 bytes, without its FCS.
 */
public final class PauseFrame {
  public static final int ETHERTYPE = 0x8808;

  /** Where the operation code stands in an untagged frame. */
  public static final int OPCODE_AT = Ethernet.BYTES;

  /** Bytes of a frame without FCS. */
  public static final int BYTES = 60;

  public static final long DESTINATION = 0x0180_c200_0001L;
  public static final int CLASSES = 8;

  private static final int OF_LINK = 0x0001;
  private static final int OF_CLASSES = 0x0101;
  private static final int LINK_BYTES = 4;
  private static final int CLASSES_BYTES = 4 + 2 * CLASSES;

  private PauseFrame() {}

  /**
   * Writes a frame that says something of one class, all of it.
   *
   * @param frame {@link #BYTES} long
   * @param source address as 48 bits
   * @param priority 0 to 7
   * @param quanta 0 to 65535
   */
  public static void write(MemorySegment frame, long source, int priority, int quanta) {
    frame.fill((byte) 0);
    Ethernet.write(frame, 0, DESTINATION, source, ETHERTYPE);
    BigEndianBytes.put16(frame, OPCODE_AT, OF_CLASSES);
    BigEndianBytes.put16(frame, OPCODE_AT + 2, 1 << priority);
    BigEndianBytes.put16(frame, timeAt(OPCODE_AT, priority), quanta);
  }

  /** Whether a MAC control frame is a PAUSE of either sort, captured as far as its parameters. */
  static boolean isAt(MemorySegment s, long at, long end) {
    if (at + LINK_BYTES > end) {
      return false;
    }
    int opcode = BigEndianBytes.u16(s, at);
    return opcode == OF_LINK || (opcode == OF_CLASSES && at + CLASSES_BYTES <= end);
  }

  /** Whether it is of the whole link, without classes. */
  public static boolean isGlobalPause(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at) == OF_LINK;
  }

  /** Who sent it: 48 bits; -1 where no Ethernet header without tags stands before it. */
  public static long source(MemorySegment s, long at) {
    long from = at - Ethernet.BYTES;
    return from >= 0 && Ethernet.destination(s, from) == DESTINATION
        ? Ethernet.source(s, from)
        : -1;
  }

  /** The classes that it names, as bits: of the whole link all eight. */
  public static int classes(MemorySegment s, long at) {
    return isGlobalPause(s, at) ? 0xff : BigEndianBytes.u8(s, at + 3);
  }

  /** Pause time of a class in quanta; 0 lets it go on. */
  public static int quanta(MemorySegment s, long at, int priority) {
    return BigEndianBytes.u16(s, isGlobalPause(s, at) ? at + 2 : timeAt(at, priority));
  }

  private static long timeAt(long opcodeAt, int priority) {
    return opcodeAt + 4 + 2L * priority;
  }
}
