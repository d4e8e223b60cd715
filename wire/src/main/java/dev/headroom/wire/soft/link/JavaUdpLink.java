package dev.headroom.wire.soft.link;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * A UDP socket of Java, which works wherever Java does. It is not connected and does not fragment:
 * so Linux sends every datagram with id 0, which the ICRC covers. It sees neither the id of what
 * comes nor its DSCP and ECN, and over IPv6 nothing that comes without a UDP checksum, as from the
 * kernel's soft-RoCE.
 */
public final class JavaUdpLink implements DatagramLink {
  private static final int SOCKET_BUFFER = 4 << 20;
  private static final int SLOTS = 32;
  private static final long ONE_MS_NS = 1_000_000;
  private static final long NAP_NS = 20_000;

  private final DatagramChannel channel;
  private final Selector selector;
  private final InetAddress address;
  private final int port;
  private final boolean four;
  private final int headers;
  private final MemorySegment out = MemorySegment.ofArray(new byte[MOST_DATAGRAM]);
  private final ByteBuffer sending = out.asByteBuffer();
  private final ReceivedDatagrams arrivals;
  private final ByteBuffer arriving;
  private int trafficClass = -1;
  private @Nullable Peer last;

  /** Where a datagram goes, and how it is marked. */
  private record Peer(long high, long low, int trafficClass, InetSocketAddress socket) {}

  private JavaUdpLink(DatagramChannel channel, Selector selector, InetAddress address, int port) {
    this.channel = channel;
    this.selector = selector;
    this.address = address;
    this.port = port;
    four = address instanceof Inet4Address;
    headers = HeaderTemplate.headerBytes(four);
    arrivals =
        new ReceivedDatagrams(
            MemorySegment.ofArray(new byte[SLOTS * MOST_DATAGRAM]), address, port);
    arriving = arrivals.memory().asByteBuffer();
  }

  /**
   * Opens UDP port 4791 of this address, and no other: not of all addresses.
   *
   * @throws IOException if the port is taken, for one by the kernel's own soft-RoCE
   */
  public static JavaUdpLink open(InetAddress address) throws IOException {
    return open(address, Udp.ROCE_PORT);
  }

  /** Opens another port, which the peers have to use, too. */
  public static JavaUdpLink open(InetAddress address, int port) throws IOException {
    boolean four = address instanceof Inet4Address;
    DatagramChannel channel =
        DatagramChannel.open(four ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
    try {
      channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
      channel.bind(new InetSocketAddress(address, port));
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      return new JavaUdpLink(channel, selector, address, port);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public InetAddress address() {
    return address;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public boolean hasIpIds() {
    return false;
  }

  @Override
  public boolean hasTrafficClass() {
    return false;
  }

  @Override
  public MemorySegment out() {
    return out;
  }

  @Override
  public long outAt() {
    return 0;
  }

  @Override
  public void send(int bytes) throws IOException {
    Peer to = peer();
    if (to.trafficClass != trafficClass) {
      trafficClass = to.trafficClass;
      channel.setOption(StandardSocketOptions.IP_TOS, trafficClass);
    }
    channel.send(sending.limit(bytes).position(headers), to.socket);
  }

  /** To whom the headers say that it goes. */
  private Peer peer() {
    long high = four ? 0 : BigEndianBytes.i64(out, 24);
    long low = four ? AddressBits.mapped(Ipv4.destination(out, 0)) : BigEndianBytes.i64(out, 32);
    int marks = four ? Ipv4.trafficClass(out, 0) : Ipv6.trafficClass(out, 0);
    Peer peer = last;
    if (peer == null || peer.high != high || peer.low != low || peer.trafficClass != marks) {
      InetSocketAddress socket = new InetSocketAddress(AddressBits.of(high, low), port);
      peer = new Peer(high, low, marks, socket);
      last = peer;
    }
    return peer;
  }

  @Override
  public void flush() {}

  @Override
  public MemorySegment in() {
    return arrivals.memory();
  }

  @Override
  public int receive() throws IOException {
    int count = 0;
    while (count < arrivals.slots()) {
      int at = arrivals.payloadAt(count);
      arriving.limit(at + arrivals.mostPayload()).position(at);
      if (!(channel.receive(arriving) instanceof InetSocketAddress from)) {
        break;
      }
      InetAddress sender = from.getAddress();
      arrivals.addPayload(
          count,
          AddressBits.high(sender),
          AddressBits.low(sender),
          from.getPort(),
          0,
          arriving.position() - at);
      count++;
    }
    return count;
  }

  @Override
  public long inAt(int index) {
    return arrivals.at(index);
  }

  @Override
  public int inBytes(int index) {
    return arrivals.bytes(index);
  }

  @Override
  public void await(long timeoutNs) throws IOException {
    if (timeoutNs < ONE_MS_NS) {
      LockSupport.parkNanos(Math.min(timeoutNs, NAP_NS)); // a selector counts in milliseconds
      return;
    }
    selector.select(timeoutNs / ONE_MS_NS);
    selector.selectedKeys().clear();
  }

  @Override
  public void wake() {
    selector.wakeup();
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
