package dev.headroom.wire.soft.link;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.Udp;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Template of the headers before a packet's BTH on the path to a peer, laid out once and copied
 * each time.
 */
public final class HeaderTemplate {
  private static final int TTL = 64;

  private final InetAddress from;
  private final InetAddress to;
  private final int port;
  private final int sourcePort;
  private final boolean four;
  private final MemorySegment template;

  /** Bytes of the IP and UDP headers. */
  public final int headerBytes;

  /** The peer's address, as {@link AddressBits} has it. */
  public final long high;

  public final long low;

  /** From the port to which it goes. */
  public HeaderTemplate(InetAddress from, InetAddress to, int port, int trafficClass) {
    this(from, to, port, port, trafficClass);
  }

  public HeaderTemplate(
      InetAddress from, InetAddress to, int sourcePort, int port, int trafficClass) {
    four = from instanceof Inet4Address;
    if (four != to instanceof Inet4Address) {
      throw new IllegalArgumentException(
          to + " cannot be reached from " + from + ": one is IPv4, the other IPv6");
    }
    this.from = from;
    this.to = to;
    this.port = port;
    this.sourcePort = sourcePort;
    high = AddressBits.high(to);
    low = AddressBits.low(to);
    headerBytes = headerBytes(four);
    template = MemorySegment.ofArray(new byte[headerBytes]);
    if (four) {
      int source = (int) AddressBits.low(from);
      Ipv4.write(template, 0, trafficClass, Ipv4.BYTES, 0, TTL, Ipv4.UDP, source, (int) low);
    } else {
      writeIpv6(trafficClass);
    }
    Udp.write(template, headerBytes - Udp.BYTES, sourcePort, port, 0);
  }

  public static int headerBytes(boolean four) {
    return (four ? Ipv4.BYTES : Ipv6.BYTES) + Udp.BYTES;
  }

  private void writeIpv6(int trafficClass) {
    BigEndianBytes.put32(template, 0, 6 << 28 | trafficClass << 20);
    BigEndianBytes.put8(template, 6, Ipv4.UDP);
    BigEndianBytes.put8(template, 7, TTL);
    BigEndianBytes.put64(template, 8, AddressBits.high(from));
    BigEndianBytes.put64(template, 16, AddressBits.low(from));
    BigEndianBytes.put64(template, 24, high);
    BigEndianBytes.put64(template, 32, low);
  }

  /** The same way with another DSCP and ECN. */
  public HeaderTemplate marked(int trafficClass) {
    return new HeaderTemplate(from, to, sourcePort, port, trafficClass);
  }

  /**
   * Writes the headers.
   *
   * @param bytes of the whole datagram, these headers included
   */
  public void write(MemorySegment frame, long at, int bytes) {
    MemorySegment.copy(template, 0, frame, at, headerBytes);
    if (four) {
      BigEndianBytes.put16(frame, at + 2, bytes);
      BigEndianBytes.put16(frame, at + 10, 0);
      BigEndianBytes.put16(frame, at + 10, Ipv4.checksum(frame, at));
    } else {
      BigEndianBytes.put16(frame, at + 4, bytes - Ipv6.BYTES);
    }
    BigEndianBytes.put16(frame, at + headerBytes - Udp.BYTES + 4, bytes - headerBytes + Udp.BYTES);
  }
}
