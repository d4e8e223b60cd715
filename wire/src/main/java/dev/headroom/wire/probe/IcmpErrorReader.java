package dev.headroom.wire.probe;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reader of ICMP errors from a raw socket (raw(7)), with the IP header that a router quotes, which
 * shows DSCP and ECN as they arrived there. It takes CAP_NET_RAW.
 */
final class IcmpErrorReader implements AutoCloseable {
  private static final int MOST_BYTES = 2048;
  private static final int ICMP_HEADER = 8;
  private static final int SOCKET_BUFFER = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = arena.allocate(LinuxSockets.ERRNO);
  private final MemorySegment came = arena.allocate(MOST_BYTES, 8);
  private final MemorySegment header = arena.allocate(56, 8);
  private final IpFamily family;
  private final InetAddress to;
  private final MemorySegment router;
  private final int udpPort;
  private final int fd;

  private IcmpErrorReader(InetAddress to, int udpPort) throws IOException {
    family = IpFamily.of(to);
    this.to = to;
    this.udpPort = udpPort;
    router = arena.allocate(family.layout().name(), 8);
    header.set(ValueLayout.JAVA_LONG, 0, router.address());
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(ValueLayout.JAVA_LONG, 0, came.address());
    vector.set(ValueLayout.JAVA_LONG, 8, MOST_BYTES);
    header.set(ValueLayout.JAVA_LONG, 16, vector.address());
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    fd =
        LinuxSockets.socket(
            family.numbers().domain(), LinuxSockets.SOCK_RAW, family.numbers().icmp(), errno);
    LinuxSockets.set(fd, LinuxSockets.SOL_SOCKET, LinuxSockets.SO_RCVBUF, SOCKET_BUFFER);
  }

  /** Listens to what is said of packets to this address and port; empty if this program may not. */
  static Optional<IcmpErrorReader> open(InetAddress to, int udpPort) throws IOException {
    try {
      return Optional.of(new IcmpErrorReader(to, udpPort));
    } catch (BindException e) {
      return Optional.empty();
    }
  }

  /** Reads what routers have said since the last time. */
  void read(Consumer<IcmpHopError> into) {
    while (true) {
      header.set(ValueLayout.JAVA_INT, 8, (int) router.byteSize());
      long bytes = LinuxSockets.recvmsg(fd, header, 0, errno);
      if (bytes < 0) {
        return;
      }
      quote((int) bytes, into);
    }
  }

  private void quote(int bytes, Consumer<IcmpHopError> into) {
    int least = family.layout().header();
    int icmpAt = bytes < least ? bytes : family.icmpAt(came);
    int quoteAt = icmpAt + ICMP_HEADER;
    if (quoteAt + least + Udp.BYTES > bytes || !family.isTo(to, came, quoteAt)) {
      return;
    }
    Optional<IcmpHopError.About> about =
        family.about(BigEndianBytes.u8(came, icmpAt), BigEndianBytes.u8(came, icmpAt + 1));
    Optional<Integer> quoted = family.quotedHeader(came, quoteAt);
    if (about.isEmpty() || quoted.isEmpty()) {
      return;
    }
    int udpAt = quoteAt + quoted.get();
    if (udpAt + Udp.BYTES > bytes || Udp.destinationPort(came, udpAt) != udpPort) {
      return;
    }
    boolean numbered = udpAt + Udp.BYTES + Bth.BYTES <= bytes;
    into.accept(
        new IcmpHopError(
            family.address(router, 0),
            about.get(),
            about.get() == IcmpHopError.About.TOO_LONG ? family.mtu(came, icmpAt) : 0,
            numbered ? Bth.psn(came, udpAt + Udp.BYTES) : -1,
            Udp.sourcePort(came, udpAt),
            family.trafficClass(came, quoteAt)));
  }

  @Override
  public void close() {
    LinuxSockets.close(fd);
    arena.close();
  }
}
