package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.linux.PacketFilter;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.Udp;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sender of many datagrams at once, from many UDP source ports: a UDP socket has one, so each port
 * has a socket, which is used only to send. None is connected and none fragments, so every IPv4
 * datagram has id 0.
 */
public final class UdpSenders {
  /** Source ports beside the own one; more queue pairs share them. */
  public static final int MOST = 256;

  /** Ports that are tried next to one that somebody else has. */
  private static final int NEIGHBOURS = 8;

  private static final int SOCKET_BUFFER = 4 << 20;
  private static final int POLLFD = 8;
  private static final long PATIENCE_NS = 1_000_000;

  /** One socket, and how it marks what is not marked otherwise. */
  private static final class Outlet {
    final int fd;
    final int port;
    int trafficClass;

    Outlet(int fd, int port) {
      this.fd = fd;
      this.port = port;
    }
  }

  private final InetAddress address;
  private final int port;
  private final boolean four;
  private final int headers;
  private final int scope;
  private final MemorySegment errno;
  private final MemorySegment out;
  private final MmsgHeaders sending;
  private final MemorySegment polled;
  private final MemorySegment timespec;
  private final Outlet own;
  private final Int2ObjectOpenHashMap<Outlet> byPort = new Int2ObjectOpenHashMap<>();
  private final List<Outlet> others = new ArrayList<>();
  private final Outlet[] queue = new Outlet[MmsgHeaders.SLOTS];
  private int queued;
  private long lost;

  /**
   * Opens the own socket, which may also receive.
   *
   * @throws BindException if the port is taken or the address not of this machine
   */
  UdpSenders(InetAddress address, int port, Arena arena) throws IOException {
    this.address = address;
    this.port = port;
    four = address instanceof Inet4Address;
    headers = HeaderTemplate.headerBytes(four);
    scope = address instanceof Inet6Address six ? six.getScopeId() : 0;
    errno = arena.allocate(LinuxSockets.ERRNO);
    out = arena.allocate((long) MmsgHeaders.SLOTS * DatagramLink.MOST_DATAGRAM, 64);
    polled = arena.allocate(POLLFD, 8);
    timespec = arena.allocate(16, 8);
    sending = new MmsgHeaders(arena);
    for (int i = 0; i < MmsgHeaders.SLOTS; i++) {
      sending.lay(i, out.address() + (long) i * DatagramLink.MOST_DATAGRAM + headers);
    }
    own = open(port, true);
    byPort.put(port, own);
  }

  private Outlet open(int at, boolean receives) throws IOException {
    int fd =
        LinuxSockets.datagramSocket(four ? LinuxSockets.AF_INET : LinuxSockets.AF_INET6, errno);
    try {
      prepare(fd, receives);
      sending.to(0, four, AddressBits.high(address), AddressBits.low(address), at, scope);
      LinuxSockets.bind(fd, sending.names.asSlice(0, MmsgHeaders.nameBytes(four)), errno);
      return new Outlet(fd, at);
    } catch (IOException | RuntimeException e) {
      LinuxSockets.close(fd);
      throw e;
    }
  }

  private void prepare(int fd, boolean receives) throws IOException {
    if (four) {
      require(
          fd,
          LinuxSockets.IPPROTO_IP,
          LinuxSockets.IP_MTU_DISCOVER,
          LinuxSockets.PMTUDISC_DO,
          "IP_MTU_DISCOVER");
      LinuxSockets.set(fd, LinuxSockets.SOL_SOCKET, LinuxSockets.SO_NO_CHECK, 1);
    } else {
      require(
          fd,
          LinuxSockets.IPPROTO_IPV6,
          LinuxSockets.IPV6_MTU_DISCOVER,
          LinuxSockets.PMTUDISC_DO,
          "IPV6_MTU_DISCOVER");
    }
    LinuxSockets.set(fd, LinuxSockets.SOL_SOCKET, LinuxSockets.SO_SNDBUF, SOCKET_BUFFER);
    if (!receives) {
      LinuxSockets.filter(fd, PacketFilter.nothing());
    }
  }

  static void require(int fd, int level, int option, int value, String name) throws IOException {
    if (!LinuxSockets.set(fd, level, option, value)) {
      throw new IOException("this kernel does not support the socket option " + name);
    }
  }

  /** The own socket. */
  int fd() {
    return own.fd;
  }

  /**
   * Opens a source port, or one near it, or takes one that is open already.
   *
   * @param wanted 1 to 65535
   * @return the port that what is sent has to name
   */
  int sourcePort(int wanted) {
    if (byPort.containsKey(wanted)) {
      return wanted;
    }
    if (others.size() < MOST) {
      flush(); // a name is laid out where the first datagram has its own
      Outlet found = openNear(wanted);
      if (found != null) {
        others.add(found);
        byPort.put(found.port, found);
        return found.port;
      }
    }
    return others.isEmpty() ? port : others.get(wanted % others.size()).port;
  }

  private @Nullable Outlet openNear(int wanted) {
    for (int at = wanted; at < Math.min(wanted + NEIGHBOURS, 1 << 16); at++) {
      try {
        return open(at, false);
      } catch (IOException e) {
        if (!(e instanceof BindException)) {
          return null; // no more sockets for this program
        }
        // Somebody else has this one.
      }
    }
    return null;
  }

  MemorySegment out() {
    return out;
  }

  long outAt() {
    return (long) queued * DatagramLink.MOST_DATAGRAM;
  }

  void send(int bytes) {
    long at = outAt();
    int slot = queued++;
    Outlet outlet = byPort.get(Udp.sourcePort(out, at + headers - Udp.BYTES));
    outlet = outlet == null ? own : outlet;
    queue[slot] = outlet;
    if (four) {
      sending.to(slot, true, 0, Ipv4.destination(out, at), port, 0);
      mark(outlet, slot, Ipv4.trafficClass(out, at));
    } else {
      sending.to(
          slot,
          false,
          BigEndianBytes.i64(out, at + 24),
          BigEndianBytes.i64(out, at + 32),
          port,
          scope);
      mark(outlet, slot, Ipv6.trafficClass(out, at));
    }
    sending.length(slot, bytes - headers);
    if (queued == MmsgHeaders.SLOTS) {
      flush();
    }
  }

  /** Most packets are marked alike: the socket knows that, and a message says where it differs. */
  private void mark(Outlet outlet, int slot, int marks) {
    if (marks == outlet.trafficClass) {
      sending.unmarked(slot);
    } else if (slot == 0) {
      outlet.trafficClass = marks;
      LinuxSockets.set(
          outlet.fd,
          four ? LinuxSockets.IPPROTO_IP : LinuxSockets.IPPROTO_IPV6,
          four ? LinuxSockets.IP_TOS : LinuxSockets.IPV6_TCLASS,
          marks);
      sending.unmarked(slot);
    } else {
      sending.marked(slot, four, marks);
    }
  }

  /** Sends what waits, in its order. */
  void flush() {
    int from = 0;
    while (from < queued) {
      Outlet outlet = queue[from];
      int to = from + 1;
      while (to < queued && queue[to] == outlet) {
        to++;
      }
      flush(outlet.fd, from, to);
      from = to;
    }
    queued = 0;
  }

  private void flush(int fd, int from, int to) {
    int done = from;
    int waits = 0;
    while (done < to) {
      MemorySegment rest =
          done == 0 ? sending.headers : sending.headers.asSlice((long) done * MmsgHeaders.HEADER);
      int sent = LinuxSockets.sendmmsg(fd, rest, to - done, errno);
      if (sent > 0) {
        done += sent;
      } else if (LinuxSockets.errno(errno) == LinuxSockets.EAGAIN && waits++ < 8) {
        awaitRoom(fd);
      } else if (LinuxSockets.errno(errno) != LinuxSockets.EINTR) {
        done++; // too long for the path, or nobody knows the way: as if the network had lost it
        lost++;
      }
    }
  }

  private void awaitRoom(int fd) {
    polled.set(ValueLayout.JAVA_INT, 0, fd);
    polled.set(ValueLayout.JAVA_SHORT, 4, LinuxSockets.POLLOUT);
    timespec.set(ValueLayout.JAVA_LONG, 0, 0);
    timespec.set(ValueLayout.JAVA_LONG, 8, PATIENCE_NS);
    LinuxSockets.ppoll(polled, 1, timespec, errno);
  }

  /** Datagrams that the kernel would not send. */
  long lost() {
    return lost;
  }

  void close() {
    LinuxSockets.close(own.fd);
    others.forEach(each -> LinuxSockets.close(each.fd));
  }
}
