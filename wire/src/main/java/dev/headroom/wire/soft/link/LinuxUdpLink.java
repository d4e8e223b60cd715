package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * UDP socket of Linux, which receives and sends many datagrams at once. It is not connected and
 * does not fragment: so every IPv4 datagram has id 0, which the ICRC covers. It shows DSCP and ECN
 * of what comes, without privilege, and takes datagrams over IPv6 that have no UDP checksum, as the
 * kernel's soft-RoCE sends them. It does not show the id of what comes.
 */
public final class LinuxUdpLink extends LinuxLink {
  private final boolean four;
  private final SocketPoller waiting;

  private LinuxUdpLink(InetAddress address, int port) throws IOException {
    super(address, port);
    four = address instanceof Inet4Address;
    try {
      for (int i = 0; i < MmsgHeaders.SLOTS; i++) {
        coming.lay(i, arrivals.memory().address() + arrivals.payloadAt(i));
        coming.length(i, arrivals.mostPayload());
      }
      int fd = udpSenders.fd();
      if (four) {
        UdpSenders.require(fd, LinuxSockets.IPPROTO_IP, LinuxSockets.IP_RECVTOS, 1, "IP_RECVTOS");
      } else {
        UdpSenders.require(
            fd, LinuxSockets.IPPROTO_IPV6, LinuxSockets.IPV6_RECVTCLASS, 1, "IPV6_RECVTCLASS");
        UdpSenders.require(
            fd, LinuxSockets.IPPROTO_UDP, LinuxSockets.UDP_NO_CHECK6_RX, 1, "UDP_NO_CHECK6_RX");
      }
      enlarge(fd);
      waiting = new SocketPoller(fd, arena);
    } catch (IOException e) {
      udpSenders.close();
      throw e;
    }
  }

  /**
   * Opens a port of this address, and no other: not of all addresses.
   *
   * @throws java.net.BindException if the port is taken, for one by the kernel's own soft-RoCE, or
   *     the address is not of this machine
   * @throws UnsupportedOperationException if this is no Linux whose structures are known; {@link
   *     JavaUdpLink} is for those
   */
  public static LinuxUdpLink open(InetAddress address, int port) throws IOException {
    requireLinux();
    return new LinuxUdpLink(address, port);
  }

  @Override
  public boolean hasIpIds() {
    return false;
  }

  @Override
  public int receive() throws IOException {
    int count = take(udpSenders.fd());
    for (int i = 0; i < count; i++) {
      long name = (long) i * MmsgHeaders.NAME_BYTES;
      long high = four ? 0 : BigEndianBytes.i64(coming.names, name + 8);
      long low =
          four
              ? AddressBits.mapped(BigEndianBytes.i32(coming.names, name + 4))
              : BigEndianBytes.i64(coming.names, name + 16);
      int from = BigEndianBytes.u16(coming.names, name + 2);
      arrivals.addPayload(i, high, low, from, coming.marks(i), coming.moved(i));
    }
    return count;
  }

  @Override
  SocketPoller waiting() {
    return waiting;
  }

  @Override
  void closeMore() {}
}
