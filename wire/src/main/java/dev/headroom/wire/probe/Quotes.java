package dev.headroom.wire.probe;

import dev.headroom.wire.linux.Linux;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Udp;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet4Address;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * ICMP errors as they come, off a raw socket (raw(7)): with the IP header that a router quotes,
 * which shows DSCP and ECN as they arrived there. It takes CAP_NET_RAW.
 */
final class Quotes implements AutoCloseable {
  private static final int MOST_BYTES = 2048;
  private static final int ICMP_HEADER = 8;
  private static final int SOCKET_BUFFER = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = arena.allocate(Linux.ERRNO);
  private final MemorySegment came = arena.allocate(MOST_BYTES, 8);
  private final MemorySegment header = arena.allocate(56, 8);
  private final int destination;
  private final int udpPort;
  private final int fd;

  private Quotes(Inet4Address to, int udpPort) throws IOException {
    destination = Bytes.i32(MemorySegment.ofArray(to.getAddress()), 0);
    this.udpPort = udpPort;
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(ValueLayout.JAVA_LONG, 0, came.address());
    vector.set(ValueLayout.JAVA_LONG, 8, MOST_BYTES);
    header.set(ValueLayout.JAVA_LONG, 16, vector.address());
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    fd = Linux.socket(Linux.AF_INET, Linux.SOCK_RAW, Linux.IPPROTO_ICMP, errno);
    Linux.set(fd, Linux.SOL_SOCKET, Linux.SO_RCVBUF, SOCKET_BUFFER);
  }

  /** Listens to what is said of packets to this address and port; empty if this program may not. */
  static Optional<Quotes> open(Inet4Address to, int udpPort) throws IOException {
    try {
      return Optional.of(new Quotes(to, udpPort));
    } catch (BindException e) {
      return Optional.empty();
    }
  }

  /** Reads what routers have said since the last time. */
  void read(Consumer<HopAnswer> into) {
    while (true) {
      long bytes = Linux.recvmsg(fd, header, 0, errno);
      if (bytes < 0) {
        return;
      }
      quote((int) bytes, into);
    }
  }

  private void quote(int bytes, Consumer<HopAnswer> into) {
    int icmpAt = bytes < Ipv4.BYTES ? bytes : Ipv4.headerBytes(came, 0);
    int quoteAt = icmpAt + ICMP_HEADER;
    if (quoteAt + Ipv4.BYTES + Udp.BYTES > bytes || !HopAnswer.isError(Bytes.u8(came, icmpAt))) {
      return;
    }
    int udpAt = quoteAt + Ipv4.headerBytes(came, quoteAt);
    if (udpAt < quoteAt + Ipv4.BYTES
        || udpAt + Udp.BYTES > bytes
        || Ipv4.protocol(came, quoteAt) != Ipv4.UDP
        || Ipv4.destination(came, quoteAt) != destination
        || Udp.destinationPort(came, udpAt) != udpPort) {
      return;
    }
    byte[] router = came.asSlice(12, 4).toArray(ValueLayout.JAVA_BYTE);
    HopAnswer.About about = HopAnswer.about(Bytes.u8(came, icmpAt), Bytes.u8(came, icmpAt + 1));
    boolean numbered = udpAt + Udp.BYTES + Bth.BYTES <= bytes;
    into.accept(
        new HopAnswer(
            ProbeSocket.address(router),
            about,
            about == HopAnswer.About.TOO_LONG ? Bytes.u16(came, icmpAt + 6) : 0,
            numbered ? Bth.psn(came, udpAt + Udp.BYTES) : -1,
            Udp.sourcePort(came, udpAt),
            Ipv4.trafficClass(came, quoteAt)));
  }

  @Override
  public void close() {
    Linux.close(fd);
    arena.close();
  }
}
