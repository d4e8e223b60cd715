package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import jdk.net.ExtendedSocketOptions;

/**
 * A UDP socket of Java. It is not connected and does not fragment: so Linux sends every datagram
 * with id 0, which the ICRC covers. It sees neither the id of what comes nor its DSCP and ECN. Not
 * thread-safe.
 */
public final class UdpLink implements DatagramLink {
  private static final int HEADERS = Ipv4.BYTES + Udp.BYTES;
  private static final int SOCKET_BUFFER = 4 << 20;

  private final DatagramChannel channel;
  private final Inet4Address address;

  private UdpLink(DatagramChannel channel, Inet4Address address) {
    this.channel = channel;
    this.address = address;
  }

  /**
   * Opens UDP port 4791 of this address, and no other: not of all addresses.
   *
   * @throws IOException if the port is taken, for one by the kernel's own soft-RoCE
   */
  public static UdpLink open(Inet4Address address) throws IOException {
    DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
    try {
      channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
      channel.setOption(java.net.StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
      channel.bind(new InetSocketAddress(address, Udp.ROCE_PORT));
      channel.configureBlocking(false);
      return new UdpLink(channel, address);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public Inet4Address address() {
    return address;
  }

  @Override
  public int port() {
    return Udp.ROCE_PORT;
  }

  @Override
  public boolean seesIds() {
    return false;
  }

  @Override
  public void send(MemorySegment datagram) throws IOException {
    InetAddress to = Addresses.of(Ipv4.destination(datagram, 0));
    ByteBuffer payload = datagram.asSlice(HEADERS).asByteBuffer();
    channel.send(payload, new InetSocketAddress(to, Udp.destinationPort(datagram, Ipv4.BYTES)));
  }

  @Override
  public int receive(MemorySegment into) throws IOException {
    ByteBuffer payload = into.asSlice(HEADERS).asByteBuffer().order(ByteOrder.BIG_ENDIAN);
    if (!(channel.receive(payload) instanceof InetSocketAddress from)
        || !(from.getAddress() instanceof Inet4Address sender)) {
      return 0;
    }
    int bytes = HEADERS + payload.position();
    Ipv4.write(into, 0, 0, bytes, 0, 64, Ipv4.UDP, Addresses.of(sender), Addresses.of(address));
    Udp.write(into, Ipv4.BYTES, from.getPort(), Udp.ROCE_PORT, bytes - Ipv4.BYTES);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
