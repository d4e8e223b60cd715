package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.Linux;
import dev.headroom.wire.packet.Bytes;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * UDP socket of Linux, which receives and sends many datagrams at once. It is not connected and
 * does not fragment: so every IPv4 datagram has id 0, which the ICRC covers. It shows DSCP and ECN
 * of what comes, without privilege, and takes datagrams over IPv6 that have no UDP checksum, as the
 * kernel's soft-RoCE sends them. It does not show the id of what comes.
 */
public final class SocketLink extends LinuxLink {
  private final boolean four;
  private final Waiting waiting;

  private SocketLink(InetAddress address, int port) throws IOException {
    super(address, port);
    four = address instanceof Inet4Address;
    try {
      for (int i = 0; i < Messages.SLOTS; i++) {
        coming.lay(i, arrivals.memory().address() + arrivals.payloadAt(i));
        coming.length(i, arrivals.mostPayload());
      }
      int fd = outlets.fd();
      if (four) {
        Outlets.require(fd, Linux.IPPROTO_IP, Linux.IP_RECVTOS, 1, "IP_RECVTOS");
      } else {
        Outlets.require(fd, Linux.IPPROTO_IPV6, Linux.IPV6_RECVTCLASS, 1, "IPV6_RECVTCLASS");
        Outlets.require(fd, Linux.IPPROTO_UDP, Linux.UDP_NO_CHECK6_RX, 1, "UDP_NO_CHECK6_RX");
      }
      enlarge(fd);
      waiting = new Waiting(fd, arena);
    } catch (IOException e) {
      outlets.close();
      throw e;
    }
  }

  /**
   * Opens a port of this address, and no other: not of all addresses.
   *
   * @throws java.net.BindException if the port is taken, for one by the kernel's own soft-RoCE, or
   *     the address is not of this machine
   * @throws UnsupportedOperationException if this is no Linux whose structures are known; {@link
   *     UdpLink} is for those
   */
  public static SocketLink open(InetAddress address, int port) throws IOException {
    requireLinux();
    return new SocketLink(address, port);
  }

  @Override
  public boolean seesIds() {
    return false;
  }

  @Override
  public int receive() throws IOException {
    int count = take(outlets.fd());
    for (int i = 0; i < count; i++) {
      long name = (long) i * Messages.NAME_BYTES;
      long high = four ? 0 : Bytes.i64(coming.names, name + 8);
      long low =
          four
              ? Addresses.mapped(Bytes.i32(coming.names, name + 4))
              : Bytes.i64(coming.names, name + 16);
      int from = Bytes.u16(coming.names, name + 2);
      arrivals.came(i, high, low, from, coming.marks(i), coming.moved(i));
    }
    return count;
  }

  @Override
  Waiting waiting() {
    return waiting;
  }

  @Override
  void closeMore() {}
}
