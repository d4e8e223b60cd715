package dev.headroom.wire.soft.link;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.Udp;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Buffer of the datagrams that a socket received, with the headers that it removed: they are
 * written before each as they probably were.
 */
final class ReceivedDatagrams {
  private static final int TTL = 64;

  private final MemorySegment memory;
  private final int headers;
  private final boolean four;
  private final long high;
  private final long low;
  private final int port;
  private final int[] bytes;

  /**
   * @param memory a multiple of {@link DatagramLink#MOST_DATAGRAM}
   * @param address to which they come
   * @param port to which they come
   */
  ReceivedDatagrams(MemorySegment memory, InetAddress address, int port) {
    this.memory = memory;
    this.port = port;
    four = address instanceof Inet4Address;
    headers = HeaderTemplate.headerBytes(four);
    high = AddressBits.high(address);
    low = AddressBits.low(address);
    bytes = new int[(int) (memory.byteSize() / DatagramLink.MOST_DATAGRAM)];
  }

  MemorySegment memory() {
    return memory;
  }

  int slots() {
    return bytes.length;
  }

  /** Where a datagram begins. */
  int at(int slot) {
    return slot * DatagramLink.MOST_DATAGRAM;
  }

  /** Where what the socket gives belongs. */
  int payloadAt(int slot) {
    return at(slot) + headers;
  }

  /** The most that the socket may give. */
  int mostPayload() {
    return DatagramLink.MOST_DATAGRAM - headers;
  }

  int bytes(int slot) {
    return bytes[slot];
  }

  /** One came with its headers. */
  void addWhole(int slot, int datagramBytes) {
    bytes[slot] = datagramBytes;
  }

  /** Writes the headers of one that came without. */
  void addPayload(
      int slot, long fromHigh, long fromLow, int fromPort, int trafficClass, int payloadBytes) {
    int at = at(slot);
    int all = headers + payloadBytes;
    bytes[slot] = all;
    if (four) {
      Ipv4.write(memory, at, trafficClass, all, 0, TTL, Ipv4.UDP, (int) fromLow, (int) low);
    } else {
      BigEndianBytes.put32(memory, at, 6 << 28 | trafficClass << 20);
      BigEndianBytes.put16(memory, at + 4L, all - Ipv6.BYTES);
      BigEndianBytes.put8(memory, at + 6L, Ipv4.UDP);
      BigEndianBytes.put8(memory, at + 7L, TTL);
      BigEndianBytes.put64(memory, at + 8L, fromHigh);
      BigEndianBytes.put64(memory, at + 16L, fromLow);
      BigEndianBytes.put64(memory, at + 24L, high);
      BigEndianBytes.put64(memory, at + 32L, low);
    }
    Udp.write(memory, at + headers - Udp.BYTES, fromPort, port, payloadBytes + Udp.BYTES);
  }
}
