package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.linux.PacketFilter;
import dev.headroom.wire.packet.BigEndianBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;

/**
 * A raw socket of Linux (packet(7)), which shows whole IP datagrams as they were on the wire: with
 * their id, so that all 32 bits of the ICRC are checked, and their TTL. It needs CAP_NET_RAW. A UDP
 * socket holds the port meanwhile, and what is sent goes through it as with {@link LinuxUdpLink}.
 */
public final class RawSocketLink extends LinuxLink {
  private static final int ETHERTYPE_IPV4 = 0x0800;
  private static final int ETHERTYPE_IPV6 = 0x86dd;

  // struct sockaddr_ll: family, protocol, index of the interface.
  private static final int NAME_BYTES = 20;

  private final int fd;
  private final SocketPoller waiting;

  private RawSocketLink(InetAddress address, int port, int device) throws IOException {
    super(address, port);
    int opened = -1;
    try {
      for (int i = 0; i < MmsgHeaders.SLOTS; i++) {
        coming.lay(i, arrivals.memory().address() + arrivals.at(i));
        coming.length(i, MOST_DATAGRAM);
      }
      // Nothing is taken twice, and nobody who sends to this port is told that it is closed.
      LinuxSockets.filter(udpSenders.fd(), PacketFilter.nothing());
      boolean four = address instanceof Inet4Address;
      int type = four ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6;
      // Protocol 0 takes nothing until it is bound, when the filter is there.
      opened = LinuxSockets.socket(LinuxSockets.AF_PACKET, LinuxSockets.SOCK_DGRAM, 0, errno);
      LinuxSockets.filter(opened, PacketFilter.udp(address, port));
      MemorySegment name = arena.allocate(NAME_BYTES, 8);
      name.set(ValueLayout.JAVA_SHORT, 0, (short) LinuxSockets.AF_PACKET);
      BigEndianBytes.put16(name, 2, type);
      name.set(ValueLayout.JAVA_INT, 4, device);
      LinuxSockets.bind(opened, name, errno);
      enlarge(opened);
      waiting = new SocketPoller(opened, arena);
      fd = opened;
    } catch (IOException e) {
      udpSenders.close();
      if (opened >= 0) {
        LinuxSockets.close(opened);
      }
      throw e;
    }
  }

  /**
   * Opens a port of this address, and no other: not of all addresses.
   *
   * @throws BindException if the port is taken, the address is not of this machine, or this program
   *     may not have a raw socket
   * @throws UnsupportedOperationException if this is no Linux whose structures are known
   */
  public static RawSocketLink open(InetAddress address, int port) throws IOException {
    requireLinux();
    // What is sent to 127.0.0.0/8 from outside is forged; else any interface will do, as with UDP.
    NetworkInterface loopback =
        NetworkInterface.getByInetAddress(InetAddress.ofLiteral("127.0.0.1"));
    boolean within = address.isLoopbackAddress() && loopback != null;
    return new RawSocketLink(address, port, within ? loopback.getIndex() : 0);
  }

  @Override
  public boolean hasIpIds() {
    return true;
  }

  @Override
  public int receive() throws IOException {
    int count = take(fd);
    for (int i = 0; i < count; i++) {
      arrivals.addWhole(i, coming.moved(i));
    }
    return count;
  }

  @Override
  SocketPoller waiting() {
    return waiting;
  }

  @Override
  void closeMore() {
    LinuxSockets.close(fd);
  }
}
