package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;

/**
 * Common part of both links on Linux's own sockets: UDP sockets send many datagrams at once, and
 * received datagrams are in slots that the kernel fills.
 */
abstract sealed class LinuxLink implements DatagramLink permits LinuxUdpLink, RawSocketLink {
  static final int SOCKET_BUFFER = 4 << 20;

  /** Not one that is closed: a thread may still wait for the socket when it is. */
  final Arena arena = Arena.ofAuto();

  final MemorySegment errno = arena.allocate(LinuxSockets.ERRNO);
  final MmsgHeaders coming = new MmsgHeaders(arena);
  final ReceivedDatagrams arrivals;
  final UdpSenders udpSenders;
  private final InetAddress address;
  private final int port;
  private boolean closed;

  LinuxLink(InetAddress address, int port) throws IOException {
    this.address = address;
    this.port = port;
    MemorySegment in = arena.allocate((long) MmsgHeaders.SLOTS * MOST_DATAGRAM, 64);
    arrivals = new ReceivedDatagrams(in, address, port);
    udpSenders = new UdpSenders(address, port, arena);
  }

  static void requireLinux() {
    if (!LinuxSockets.isHere()) {
      throw new UnsupportedOperationException("not a 64-bit Linux");
    }
  }

  /** More than an ordinary program may have, where this one may. */
  static void enlarge(int fd) {
    if (!LinuxSockets.set(
        fd, LinuxSockets.SOL_SOCKET, LinuxSockets.SO_RCVBUFFORCE, SOCKET_BUFFER)) {
      LinuxSockets.set(fd, LinuxSockets.SOL_SOCKET, LinuxSockets.SO_RCVBUF, SOCKET_BUFFER);
    }
  }

  @Override
  public final InetAddress address() {
    return address;
  }

  @Override
  public final int port() {
    return port;
  }

  @Override
  public final int sourcePort(int wanted) {
    return udpSenders.sourcePort(wanted);
  }

  @Override
  public final boolean hasTrafficClass() {
    return true;
  }

  @Override
  public final MemorySegment out() {
    return udpSenders.out();
  }

  @Override
  public final long outAt() {
    return udpSenders.outAt();
  }

  @Override
  public final void send(int bytes) {
    udpSenders.send(bytes);
  }

  @Override
  public final void flush() {
    udpSenders.flush();
  }

  /** Datagrams that the kernel would not send. */
  public final long lost() {
    return udpSenders.lost();
  }

  @Override
  public final MemorySegment in() {
    return arrivals.memory();
  }

  @Override
  public final long inAt(int index) {
    return arrivals.at(index);
  }

  @Override
  public final int inBytes(int index) {
    return arrivals.bytes(index);
  }

  /** Takes what a socket has; how many. */
  final int take(int fd) throws IOException {
    coming.expect();
    int count = LinuxSockets.recvmmsg(fd, coming.headers, MmsgHeaders.SLOTS, errno);
    if (count < 0 && LinuxSockets.errno(errno) == LinuxSockets.EBADF) {
      throw new IOException("the socket was closed");
    }
    return Math.max(0, count); // nothing has come, or the kernel is short of memory for the moment
  }

  abstract SocketPoller waiting();

  abstract void closeMore();

  @Override
  public final void await(long timeoutNs) {
    waiting().await(timeoutNs);
  }

  @Override
  public final void wake() {
    waiting().wake();
  }

  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      udpSenders.close();
      closeMore();
      waiting().close();
    }
  }
}
