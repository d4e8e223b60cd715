package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/** The UDP header (RFC 768): source port, destination port, length, checksum, 2 bytes each. */
public final class Udp {
  public static final int BYTES = 8;

  /** The port that RoCEv2 packets are sent to (IBA annex A17.3.1). */
  public static final int ROCE_PORT = 4791;

  private Udp() {}

  public static int sourcePort(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at);
  }

  public static int destinationPort(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 2);
  }

  /** Bytes of the datagram, this header included. */
  public static int length(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + 4);
  }

  /** Writes a header with checksum 0, which means none; the ICRC is stronger. */
  public static void write(
      MemorySegment s, long at, int sourcePort, int destinationPort, int length) {
    BigEndianBytes.put16(s, at, sourcePort);
    BigEndianBytes.put16(s, at + 2, destinationPort);
    BigEndianBytes.put16(s, at + 4, length);
    BigEndianBytes.put16(s, at + 6, 0);
  }
}
