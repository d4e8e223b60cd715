package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * A UDP socket of Linux, of which many datagrams are taken and given at once. It is not connected
 * and does not fragment: so every IPv4 datagram has id 0, which the ICRC covers. It shows DSCP and
 * ECN of what comes, without privilege, and takes datagrams over IPv6 that have no UDP checksum, as
 * the kernel's soft-RoCE sends them. It does not show the id of what comes.
 */
public final class SocketLink implements DatagramLink {
  private static final int SLOTS = 64;

  // struct msghdr in a struct mmsghdr, 64 bits: name, its length, iovec, how many, control, its
  // length, flags; then the bytes that were moved.
  private static final int HEADER = 64;
  private static final int NAME = 0;
  private static final int NAME_LENGTH = 8;
  private static final int VECTOR = 16;
  private static final int VECTORS = 24;
  private static final int CONTROL = 32;
  private static final int CONTROL_LENGTH = 40;
  private static final int MOVED = 56;

  // struct iovec; struct sockaddr_in and sockaddr_in6; struct cmsghdr with an int.
  private static final int VECTOR_BYTES = 16;
  private static final int NAME_BYTES = 32;
  private static final int CONTROL_BYTES = 64;
  private static final int CMSG_HEADER = 16;
  private static final int CMSG_INT = 24;

  private static final int SOCKET_BUFFER = 4 << 20;
  private static final int POLLFD = 8;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long PATIENCE_NS = 1_000_000;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;

  /** Not one that is closed: a thread may still wait for the socket when it is. */
  private final Arena arena = Arena.ofAuto();

  private final InetAddress address;
  private final int port;
  private final boolean four;
  private final int headers;
  private final int scope;
  private final int fd;
  private final int waker;
  private final MemorySegment errno = arena.allocate(Linux.ERRNO);
  private final MemorySegment out = arena.allocate((long) SLOTS * MOST_DATAGRAM, 64);
  private final Arrivals arrivals;
  private final Messages sending = new Messages();
  private final Messages coming = new Messages();
  private final MemorySegment polled = arena.allocate(2L * POLLFD, 8);
  private final MemorySegment timespec = arena.allocate(16, 8);
  private final MemorySegment one = arena.allocateFrom(LONG, 1);
  private final MemorySegment woken = arena.allocate(8, 8);
  private int trafficClass;
  private int queued;
  private long lost;
  private volatile boolean closed;

  /** What recvmmsg and sendmmsg are told of: a header, a vector, a name and room for control. */
  private final class Messages {
    final MemorySegment headers = arena.allocate((long) SLOTS * HEADER, 64);
    final MemorySegment vectors = arena.allocate((long) SLOTS * VECTOR_BYTES, 64);
    final MemorySegment names = arena.allocate((long) SLOTS * NAME_BYTES, 64);
    final MemorySegment control = arena.allocate((long) SLOTS * CONTROL_BYTES, 64);

    void lay(int slot, long base) {
      long at = (long) slot * HEADER;
      headers.set(LONG, at + NAME, names.address() + (long) slot * NAME_BYTES);
      headers.set(LONG, at + VECTOR, vectors.address() + (long) slot * VECTOR_BYTES);
      headers.set(LONG, at + VECTORS, 1);
      headers.set(LONG, at + CONTROL, control.address() + (long) slot * CONTROL_BYTES);
      vectors.set(LONG, (long) slot * VECTOR_BYTES, base);
    }

    void length(int slot, long bytes) {
      vectors.set(LONG, (long) slot * VECTOR_BYTES + 8, bytes);
    }

    void name(int slot, int bytes) {
      headers.set(INT, (long) slot * HEADER + NAME_LENGTH, bytes);
    }

    void control(int slot, long bytes) {
      headers.set(LONG, (long) slot * HEADER + CONTROL_LENGTH, bytes);
    }
  }

  private SocketLink(InetAddress address, int port) throws IOException {
    this.address = address;
    this.port = port;
    four = address instanceof Inet4Address;
    scope = address instanceof Inet6Address six ? six.getScopeId() : 0;
    headers = Route.headerBytes(four);
    MemorySegment in = arena.allocate((long) SLOTS * MOST_DATAGRAM, 64);
    arrivals = new Arrivals(in, address, port);
    for (int i = 0; i < SLOTS; i++) {
      sending.lay(i, out.address() + (long) i * MOST_DATAGRAM + headers);
      coming.lay(i, in.address() + arrivals.payloadAt(i));
      coming.length(i, arrivals.mostPayload());
    }
    fd = Linux.datagramSocket(four ? Linux.AF_INET : Linux.AF_INET6, errno);
    try {
      waker = Linux.eventfd(errno);
    } catch (IOException e) {
      Linux.close(fd);
      throw e;
    }
    polled.set(INT, 0, fd);
    polled.set(INT, POLLFD, waker);
    polled.set(SHORT, POLLFD + 4, Linux.POLLIN);
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
    if (!Linux.isHere()) {
      throw new UnsupportedOperationException("no Linux of 64 bits");
    }
    SocketLink link = new SocketLink(address, port);
    try {
      link.prepare();
      return link;
    } catch (IOException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  private void prepare() throws IOException {
    if (four) {
      require(Linux.IPPROTO_IP, Linux.IP_MTU_DISCOVER, Linux.PMTUDISC_DO, "IP_MTU_DISCOVER");
      require(Linux.IPPROTO_IP, Linux.IP_RECVTOS, 1, "IP_RECVTOS");
      Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_NO_CHECK, 1);
    } else {
      require(Linux.IPPROTO_IPV6, Linux.IPV6_MTU_DISCOVER, Linux.PMTUDISC_DO, "IPV6_MTU_DISCOVER");
      require(Linux.IPPROTO_IPV6, Linux.IPV6_RECVTCLASS, 1, "IPV6_RECVTCLASS");
      require(Linux.IPPROTO_UDP, Linux.UDP_NO_CHECK6_RX, 1, "UDP_NO_CHECK6_RX");
    }
    // More than an ordinary program may have, where this one may.
    if (!Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_RCVBUFFORCE, SOCKET_BUFFER)) {
      Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_RCVBUF, SOCKET_BUFFER);
    }
    Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_SNDBUF, SOCKET_BUFFER);
    MemorySegment name = sending.names.asSlice(0, four ? 16 : 28);
    name(0, Addresses.high(address), Addresses.low(address), port);
    Linux.bind(fd, name, errno);
  }

  private void require(int level, int option, int value, String name) throws IOException {
    if (!Linux.set(fd, level, option, value)) {
      throw new IOException("this kernel does not know the socket option " + name);
    }
  }

  private void name(int slot, long high, long low, int toPort) {
    long at = (long) slot * NAME_BYTES;
    MemorySegment names = sending.names;
    names.set(SHORT, at, (short) (four ? Linux.AF_INET : Linux.AF_INET6));
    Bytes.put16(names, at + 2, toPort);
    if (four) {
      Bytes.put32(names, at + 4, (int) low);
    } else {
      Bytes.put64(names, at + 8, high);
      Bytes.put64(names, at + 16, low);
      names.set(INT, at + 24, scope);
    }
    sending.name(slot, four ? 16 : 28);
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
  public boolean seesIds() {
    return false;
  }

  @Override
  public boolean seesTrafficClass() {
    return true;
  }

  // --- sending ----------------------------------------------------------------------------------

  @Override
  public MemorySegment out() {
    return out;
  }

  @Override
  public long outAt() {
    return (long) queued * MOST_DATAGRAM;
  }

  @Override
  public void send(int bytes) throws IOException {
    long at = outAt();
    int slot = queued++;
    if (four) {
      name(slot, 0, Ipv4.destination(out, at), port);
      mark(slot, Ipv4.trafficClass(out, at));
    } else {
      name(slot, Bytes.i64(out, at + 24), Bytes.i64(out, at + 32), port);
      mark(slot, Ipv6.trafficClass(out, at));
    }
    sending.length(slot, bytes - headers);
    if (queued == SLOTS) {
      flush();
    }
  }

  /** Most packets are marked alike: the socket knows that, and a message says where it differs. */
  private void mark(int slot, int marks) {
    if (marks == trafficClass) {
      sending.control(slot, 0);
      return;
    }
    if (slot == 0) {
      trafficClass = marks;
      Linux.set(
          fd,
          four ? Linux.IPPROTO_IP : Linux.IPPROTO_IPV6,
          four ? Linux.IP_TOS : Linux.IPV6_TCLASS,
          marks);
      sending.control(slot, 0);
      return;
    }
    long at = (long) slot * CONTROL_BYTES;
    sending.control.set(LONG, at, CMSG_HEADER + Integer.BYTES);
    sending.control.set(INT, at + 8, four ? Linux.IPPROTO_IP : Linux.IPPROTO_IPV6);
    sending.control.set(INT, at + 12, four ? Linux.IP_TOS : Linux.IPV6_TCLASS);
    sending.control.set(INT, at + CMSG_HEADER, marks);
    sending.control(slot, CMSG_INT);
  }

  @Override
  public void flush() throws IOException {
    int done = 0;
    int waits = 0;
    while (done < queued) {
      MemorySegment rest =
          done == 0 ? sending.headers : sending.headers.asSlice((long) done * HEADER);
      int sent = Linux.sendmmsg(fd, rest, queued - done, errno);
      if (sent > 0) {
        done += sent;
      } else if (Linux.errno(errno) == Linux.EAGAIN && waits++ < 8) {
        poll(Linux.POLLOUT, 1, PATIENCE_NS);
      } else if (Linux.errno(errno) != Linux.EINTR) {
        done++; // too long for the path, or nobody knows the way: as if the network had lost it
        lost++;
      }
    }
    queued = 0;
  }

  /** Datagrams that the kernel would not send. */
  public long lost() {
    return lost;
  }

  // --- what comes -------------------------------------------------------------------------------

  @Override
  public MemorySegment in() {
    return arrivals.memory();
  }

  @Override
  public int receive() throws IOException {
    for (int i = 0; i < SLOTS; i++) {
      coming.name(i, NAME_BYTES);
      coming.control(i, CONTROL_BYTES);
    }
    int count = Linux.recvmmsg(fd, coming.headers, SLOTS, errno);
    if (count < 0) {
      if (Linux.errno(errno) == Linux.EBADF) {
        throw new IOException("the socket was closed");
      }
      return 0; // nothing has come, or the kernel is short of memory for the moment
    }
    for (int i = 0; i < count; i++) {
      long name = (long) i * NAME_BYTES;
      int bytes = coming.headers.get(INT, (long) i * HEADER + MOVED);
      long high = four ? 0 : Bytes.i64(coming.names, name + 8);
      long low =
          four
              ? Addresses.mapped(Bytes.i32(coming.names, name + 4))
              : Bytes.i64(coming.names, name + 16);
      arrivals.came(i, high, low, Bytes.u16(coming.names, name + 2), marks(i), bytes);
    }
    return count;
  }

  /** DSCP and ECN, out of the control message; 0 if there is none. */
  private int marks(int slot) {
    long at = (long) slot * CONTROL_BYTES;
    if (coming.headers.get(LONG, (long) slot * HEADER + CONTROL_LENGTH) < CMSG_HEADER + 1) {
      return 0;
    }
    int level = coming.control.get(INT, at + 8);
    int type = coming.control.get(INT, at + 12);
    if (level == Linux.IPPROTO_IP && type == Linux.IP_TOS) {
      return coming.control.get(ValueLayout.JAVA_BYTE, at + CMSG_HEADER) & 0xff;
    }
    if (level == Linux.IPPROTO_IPV6 && type == Linux.IPV6_TCLASS) {
      return coming.control.get(INT, at + CMSG_HEADER) & 0xff;
    }
    return 0;
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
  public void await(long timeoutNs) {
    poll(Linux.POLLIN, 2, timeoutNs);
    if (polled.get(SHORT, POLLFD + 6) != 0) {
      Linux.read(waker, woken);
    }
  }

  private void poll(short what, int count, long timeoutNs) {
    polled.set(SHORT, 4, what);
    polled.set(SHORT, POLLFD + 6, (short) 0);
    timespec.set(LONG, 0, timeoutNs / SECOND_NS);
    timespec.set(LONG, 8, timeoutNs % SECOND_NS);
    Linux.ppoll(polled, count, timespec, errno);
  }

  @Override
  public void wake() {
    if (!closed) {
      Linux.write(waker, one);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Linux.close(fd);
      Linux.close(waker);
    }
  }
}
