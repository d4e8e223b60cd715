package dev.headroom.wire.probe;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.NetworkLayer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Address family: differences between IPv4 and IPv6 in socket options, in the layout of addresses
 * and headers, and in ICMP errors.
 */
abstract sealed class IpFamily permits Ipv4Family, Ipv6Family {
  /**
   * What the kernel calls things (linux/in.h, linux/in6.h, linux/errqueue.h).
   *
   * @param domain of its sockets
   * @param level of its socket options
   * @param ttl option: time to live, or hop limit
   * @param trafficClass option: DSCP and ECN
   * @param errors option and control message: ICMP errors
   * @param icmp the protocol that they come in
   * @param icmpOrigin what says that an error has come in it
   */
  record Numbers(
      int domain, int level, int ttl, int trafficClass, int errors, int icmp, int icmpOrigin) {}

  /**
   * Where things are, in bytes.
   *
   * @param header of a packet, without options
   * @param name what names an address and a port: struct sockaddr_in, sockaddr_in6
   * @param addressInName where the address begins there
   * @param address of one
   * @param destination where a header has that of the receiver
   */
  record Layout(int header, int name, int addressInName, int address, int destination) {}

  private final Numbers numbers;
  private final Layout layout;
  private final NetworkLayer network;

  IpFamily(Numbers numbers, Layout layout, NetworkLayer network) {
    this.numbers = numbers;
    this.layout = layout;
    this.network = network;
  }

  static IpFamily of(InetAddress address) {
    return address instanceof Inet4Address ? new Ipv4Family() : new Ipv6Family();
  }

  final Numbers numbers() {
    return numbers;
  }

  final Layout layout() {
    return layout;
  }

  final NetworkLayer network() {
    return network;
  }

  /**
   * Has a socket send as RNICs do: never in fragments, and without a UDP checksum.
   *
   * @throws IOException if this kernel cannot
   */
  abstract void prepare(int fd) throws IOException;

  /**
   * Writes the header of a UDP datagram.
   *
   * @param bytes of all of it, this header included
   */
  abstract void write(
      MemorySegment s, int trafficClass, int bytes, int ttl, InetAddress from, InetAddress to);

  /** DSCP and ECN of a header. */
  abstract int trafficClass(MemorySegment s, long at);

  // --- what routers say -------------------------------------------------------------------------

  /** What an ICMP type and code say; empty if that is no error about a packet on its way. */
  abstract Optional<IcmpHopError.About> about(int type, int code);

  /** Where the ICMP message begins in what a raw socket gives. */
  abstract int icmpAt(MemorySegment came);

  /** What the next link takes, in a message that says that a packet was too long for it. */
  abstract int mtu(MemorySegment s, long icmpAt);

  /** Bytes of a quoted header of a UDP datagram; empty if it is of something else. */
  abstract Optional<Integer> quotedHeader(MemorySegment s, long at);

  // --- what is alike ----------------------------------------------------------------------------

  /** Sets an option of IP that has to be. */
  final void require(int fd, int option, int value, String name) throws IOException {
    if (!LinuxSockets.set(fd, numbers().level(), option, value)) {
      throw new IOException("this kernel does not support the socket option " + name);
    }
  }

  /** Sets an option of IP. */
  final void set(int fd, int option, int value) {
    LinuxSockets.set(fd, numbers().level(), option, value);
  }

  /** Names an address and a port for the kernel. */
  final void name(MemorySegment name, InetAddress address, int port) {
    name.set(ValueLayout.JAVA_SHORT, 0, (short) numbers().domain());
    BigEndianBytes.put16(name, 2, port);
    put(name, layout().addressInName(), address);
    scope(name, address);
  }

  /** Which interface an address is meant at, where it needs that. */
  abstract void scope(MemorySegment name, InetAddress address);

  /** The address that a name has. */
  final InetAddress address(MemorySegment s, long nameAt) {
    try {
      return InetAddress.getByAddress(bytes(s, nameAt + layout().addressInName()));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four or sixteen bytes are always an address
    }
  }

  /** Whether a header is of a packet to an address. */
  final boolean isTo(InetAddress address, MemorySegment s, long headerAt) {
    return Arrays.equals(bytes(s, headerAt + layout().destination()), address.getAddress());
  }

  static void put(MemorySegment s, long at, InetAddress address) {
    MemorySegment bytes = MemorySegment.ofArray(address.getAddress());
    MemorySegment.copy(bytes, 0, s, at, bytes.byteSize());
  }

  private byte[] bytes(MemorySegment s, long at) {
    return s.asSlice(at, layout().address()).toArray(ValueLayout.JAVA_BYTE);
  }
}
