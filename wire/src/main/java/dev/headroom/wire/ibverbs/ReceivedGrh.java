package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Network header in the first 40 bytes of a datagram's receive: an IPv6 header, or 20 unused bytes
 * and an IPv4 header (IBA annex A17.4.5.1).
 */
final class ReceivedGrh {
  private static final int BYTES = 40;
  private static final int IPV4_AT = 20;

  private ReceivedGrh() {}

  /** Where it comes from; empty if the receive has no room for it. */
  static Optional<InetAddress> source(MemorySegment room) {
    if (room.byteSize() < BYTES) {
      return Optional.empty();
    }
    byte[] header = room.asSlice(0, BYTES).toArray(JAVA_BYTE);
    boolean six = header[0] >>> 4 == 6;
    int at = six ? 8 : IPV4_AT + 12;
    try {
      return Optional.of(
          InetAddress.getByAddress(Arrays.copyOfRange(header, at, at + (six ? 16 : 4))));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four or sixteen bytes are always an address
    }
  }
}
