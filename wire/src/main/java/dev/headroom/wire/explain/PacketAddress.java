package dev.headroom.wire.explain;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Lrh;
import dev.headroom.wire.packet.NetworkLayer;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * Source or destination address of a packet: an IPv4 address (in the low half of {@code low},
 * {@code high} 0 and a marker), an IPv6 address or GID, or a LID.
 */
record PacketAddress(Kind kind, long high, long low) {
  enum Kind {
    IPV4,
    IPV6,
    LID
  }

  static PacketAddress source(FrameHeaders frame) {
    return of(frame, true);
  }

  static PacketAddress destination(FrameHeaders frame) {
    return of(frame, false);
  }

  private static PacketAddress of(FrameHeaders frame, boolean source) {
    MemorySegment s = frame.bytes();
    long at = frame.networkAt();
    if (frame.network() == NetworkLayer.IPV4) {
      return new PacketAddress(Kind.IPV4, 0, source ? Ipv4.source(s, at) : Ipv4.destination(s, at));
    }
    if (frame.network() == NetworkLayer.IB_LOCAL) {
      return new PacketAddress(
          Kind.LID, 0, source ? Lrh.sourceLid(s, at) : Lrh.destinationLid(s, at));
    }
    long from = at + (source ? 8 : 24);
    return new PacketAddress(
        Kind.IPV6, BigEndianBytes.i64(s, from), BigEndianBytes.i64(s, from + 8));
  }

  @Override
  public String toString() {
    return switch (kind) {
      case IPV4 ->
          (low >> 24 & 255) + "." + (low >> 16 & 255) + "." + (low >> 8 & 255) + "." + (low & 255);
      case LID -> "LID " + low;
      case IPV6 -> ipv6();
    };
  }

  private String ipv6() {
    byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    try {
      // Java prints every group; the longest run of zeros becomes two colons (RFC 5952).
      String text = InetAddress.getByAddress(bytes).getHostAddress();
      String shorter = text.replaceFirst("(^|:)(0(:|$)){2,}", "::");
      return shorter.length() < text.length() ? shorter : text;
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
