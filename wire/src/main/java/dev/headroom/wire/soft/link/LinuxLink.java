package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;

/**
 * Common part of both links on Linux's own sockets: UDP sockets send many datagrams at once, and
 * received datagrams are in slots that the kernel fills.
 */
abstract sealed class LinuxLink implements DatagramLink permits SocketLink, PacketLink {
  static final int SOCKET_BUFFER = 4 << 20;

  /** Not one that is closed: a thread may still wait for the socket when it is. */
  final Arena arena = Arena.ofAuto();

  final MemorySegment errno = arena.allocate(Linux.ERRNO);
  final Messages coming = new Messages(arena);
  final Arrivals arrivals;
  final Outlets outlets;
  private final InetAddress address;
  private final int port;
  private boolean closed;

  LinuxLink(InetAddress address, int port) throws IOException {
    this.address = address;
    this.port = port;
    MemorySegment in = arena.allocate((long) Messages.SLOTS * MOST_DATAGRAM, 64);
    arrivals = new Arrivals(in, address, port);
    outlets = new Outlets(address, port, arena);
  }

  static void requireLinux() {
    if (!Linux.isHere()) {
      throw new UnsupportedOperationException("no Linux of 64 bits");
    }
  }

  /** More than an ordinary program may have, where this one may. */
  static void enlarge(int fd) {
    if (!Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_RCVBUFFORCE, SOCKET_BUFFER)) {
      Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_RCVBUF, SOCKET_BUFFER);
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
    return outlets.sourcePort(wanted);
  }

  @Override
  public final boolean seesTrafficClass() {
    return true;
  }

  @Override
  public final MemorySegment out() {
    return outlets.out();
  }

  @Override
  public final long outAt() {
    return outlets.outAt();
  }

  @Override
  public final void send(int bytes) {
    outlets.send(bytes);
  }

  @Override
  public final void flush() {
    outlets.flush();
  }

  /** Datagrams that the kernel would not send. */
  public final long lost() {
    return outlets.lost();
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
    int count = Linux.recvmmsg(fd, coming.headers, Messages.SLOTS, errno);
    if (count < 0 && Linux.errno(errno) == Linux.EBADF) {
      throw new IOException("the socket was closed");
    }
    return Math.max(0, count); // nothing has come, or the kernel is short of memory for the moment
  }

  abstract Waiting waiting();

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
      outlets.close();
      closeMore();
      waiting().close();
    }
  }
}
