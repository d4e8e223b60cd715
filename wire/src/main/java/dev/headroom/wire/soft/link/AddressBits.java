package dev.headroom.wire.soft.link;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.NetworkLayer;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Addresses as two numbers of 64 bits, which can be compared without an object: IPv4 as IPv6 has it
 * (RFC 4291, 2.5.5.2).
 */
public final class AddressBits {
  private static final long MAPPED = 0xffffL << 32;

  private AddressBits() {}

  /** The first eight bytes. */
  public static long high(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4 ? 0 : BigEndianBytes.i64(MemorySegment.ofArray(bytes), 0);
  }

  /** The last eight bytes. */
  public static long low(InetAddress address) {
    byte[] bytes = address.getAddress();
    MemorySegment s = MemorySegment.ofArray(bytes);
    return bytes.length == 4 ? mapped(BigEndianBytes.i32(s, 0)) : BigEndianBytes.i64(s, 8);
  }

  /** The last eight bytes of an IPv4 address. */
  public static long mapped(int address) {
    return MAPPED | (address & 0xffff_ffffL);
  }

  /** The first eight bytes of who sent a packet. */
  public static long sourceHigh(FrameHeaders packet) {
    return packet.network() == NetworkLayer.IPV4
        ? 0
        : BigEndianBytes.i64(packet.bytes(), packet.networkAt() + 8);
  }

  /** The last eight. */
  public static long sourceLow(FrameHeaders packet) {
    return packet.network() == NetworkLayer.IPV4
        ? mapped(Ipv4.source(packet.bytes(), packet.networkAt()))
        : BigEndianBytes.i64(packet.bytes(), packet.networkAt() + 16);
  }

  /** The address of these two. */
  public static InetAddress of(long high, long low) {
    boolean four = high == 0 && low >>> 32 == MAPPED >>> 32;
    byte[] bytes = new byte[four ? 4 : 16];
    MemorySegment s = MemorySegment.ofArray(bytes);
    if (four) {
      BigEndianBytes.put32(s, 0, (int) low);
    } else {
      BigEndianBytes.put64(s, 0, high);
      BigEndianBytes.put64(s, 8, low);
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four or sixteen bytes are always an address
    }
  }
}
