package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * The ACK extended header (IBA 9.3.5): syndrome 8, message sequence number 24. Bits 6 and 5 of the
 * syndrome say what it is (section 9.7.5.2.1), the lower five how many credits, how long to wait or
 * what went wrong.
 */
public final class Aeth {
  public static final int BYTES = 4;

  /** An ACK of a responder that does not count credits. */
  public static final int ACK = 0x1f;

  private static final int RNR = 0x20;
  private static final int NAK = 0x60;

  /** Least time to wait after an RNR NAK, in units of 10 us (IBA 9.7.5.2.8, table 46). */
  private static final int[] RNR_10US = {
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
  };

  private Aeth() {}

  public static int syndrome(MemorySegment s, long at) {
    return BigEndianBytes.u8(s, at);
  }

  /** The message sequence number: how many messages the responder has completed, modulo 2^24. */
  public static int msn(MemorySegment s, long at) {
    return BigEndianBytes.u24(s, at + 1);
  }

  public static void write(MemorySegment s, long at, int syndrome, int msn) {
    BigEndianBytes.put8(s, at, syndrome);
    BigEndianBytes.put24(s, at + 1, msn);
  }

  public static boolean isAck(int syndrome) {
    return (syndrome & 0x60) == 0;
  }

  public static boolean isRnr(int syndrome) {
    return (syndrome & 0x60) == RNR;
  }

  public static boolean isNak(int syndrome) {
    return (syndrome & 0x60) == NAK;
  }

  /** The syndrome of a NAK. */
  public static int nak(NakCause cause) {
    return NAK | cause.code();
  }

  /** The syndrome of an RNR NAK with this timer, 0 to 31. */
  public static int rnr(int timer) {
    return RNR | (timer & 31);
  }

  /** How long a requester waits at least after this RNR NAK, in microseconds: 10 to 655,360. */
  public static int rnrMicroseconds(int syndrome) {
    return RNR_10US[syndrome & 31] * 10;
  }
}
