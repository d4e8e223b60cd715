package dev.headroom.wire.probe;

import dev.headroom.wire.linux.Linux;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
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
final class Quotes implements AutoCloseable {
  private static final int MOST_BYTES = 2048;
  private static final int ICMP_HEADER = 8;
  private static final int SOCKET_BUFFER = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = arena.allocate(Linux.ERRNO);
  private final MemorySegment came = arena.allocate(MOST_BYTES, 8);
  private final MemorySegment header = arena.allocate(56, 8);
  private final Family family;
  private final InetAddress to;
  private final MemorySegment router;
  private final int udpPort;
  private final int fd;

  private Quotes(InetAddress to, int udpPort) throws IOException {
    family = Family.of(to);
    this.to = to;
    this.udpPort = udpPort;
    router = arena.allocate(family.layout().name(), 8);
    header.set(ValueLayout.JAVA_LONG, 0, router.address());
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(ValueLayout.JAVA_LONG, 0, came.address());
    vector.set(ValueLayout.JAVA_LONG, 8, MOST_BYTES);
    header.set(ValueLayout.JAVA_LONG, 16, vector.address());
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    fd = Linux.socket(family.numbers().domain(), Linux.SOCK_RAW, family.numbers().icmp(), errno);
    Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_RCVBUF, SOCKET_BUFFER);
  }

  /** Listens to what is said of packets to this address and port; empty if this program may not. */
  static Optional<Quotes> open(InetAddress to, int udpPort) throws IOException {
    try {
      return Optional.of(new Quotes(to, udpPort));
    } catch (BindException e) {
      return Optional.empty();
    }
  }

  /** Reads what routers have said since the last time. */
  void read(Consumer<HopAnswer> into) {
    while (true) {
      header.set(ValueLayout.JAVA_INT, 8, (int) router.byteSize());
      long bytes = Linux.recvmsg(fd, header, 0, errno);
      if (bytes < 0) {
        return;
      }
      quote((int) bytes, into);
    }
  }

  private void quote(int bytes, Consumer<HopAnswer> into) {
    int least = family.layout().header();
    int icmpAt = bytes < least ? bytes : family.icmpAt(came);
    int quoteAt = icmpAt + ICMP_HEADER;
    if (quoteAt + least + Udp.BYTES > bytes || !family.isTo(to, came, quoteAt)) {
      return;
    }
    Optional<HopAnswer.About> about =
        family.about(Bytes.u8(came, icmpAt), Bytes.u8(came, icmpAt + 1));
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
        new HopAnswer(
            family.address(router, 0),
            about.get(),
            about.get() == HopAnswer.About.TOO_LONG ? family.mtu(came, icmpAt) : 0,
            numbered ? Bth.psn(came, udpAt + Udp.BYTES) : -1,
            Udp.sourcePort(came, udpAt),
            family.trafficClass(came, quoteAt)));
  }

  @Override
  public void close() {
    Linux.close(fd);
    arena.close();
  }
}
