package dev.headroom.wire.connect;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Mad;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.util.SplittableRandom;

/** Requests for connections as somebody sends them who never means to confirm. */
public final class ForgedRequests {
  private static final CmMessageWriter.Offer OFFER =
      new CmMessageWriter.Offer(77, 5, 16, 16, 1024, 7, 7, 14);

  private ForgedRequests() {}

  /** A request that would be served, or one with something changed; each has ids of its own. */
  public static byte[] next(SplittableRandom random, int port, Inet4Address from, Inet4Address to) {
    byte[] mad =
        CmMessageWriter.request(
            random.nextLong(), random.nextInt(), random.nextLong(), port, OFFER, from, to);
    MemorySegment s = MemorySegment.ofArray(mad);
    switch (random.nextInt(8)) {
      case 0 -> BigEndianBytes.put64(s, Mad.DATA_AT + 8, random.nextLong()); // the service
      case 1 -> BigEndianBytes.put8(s, Mad.DATA_AT + 43, random.nextInt()); // the transport
      case 2 -> BigEndianBytes.put8(s, Mad.DATA_AT + 50, random.nextInt()); // the path MTU
      case 3 -> BigEndianBytes.put16(s, 16, 0x10 + random.nextInt(8)); // another message
      case 4 -> BigEndianBytes.put8(s, random.nextInt(mad.length), random.nextInt());
      default -> {} // as it should be
    }
    return mad;
  }
}
