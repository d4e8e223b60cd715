package dev.headroom.wire.probe;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.probe.IcmpHopError.About;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;

/** Address family of IPv6, with ICMPv6 (RFC 4443). */
final class Ipv6Family extends IpFamily {
  private static final Numbers NUMBERS =
      new Numbers(
          LinuxSockets.AF_INET6,
          LinuxSockets.IPPROTO_IPV6,
          LinuxSockets.IPV6_UNICAST_HOPS,
          LinuxSockets.IPV6_TCLASS,
          LinuxSockets.IPV6_RECVERR,
          LinuxSockets.IPPROTO_ICMPV6,
          3);

  private static final Layout LAYOUT = new Layout(Ipv6.BYTES, 28, 8, 16, 24);
  private static final int SOURCE = 8;
  private static final int SCOPE_IN_NAME = 24;

  private static final int UNREACHABLE = 1;
  private static final int TOO_BIG = 2;
  private static final int TIME_EXCEEDED = 3;

  Ipv6Family() {
    super(NUMBERS, LAYOUT, NetworkLayer.IPV6);
  }

  /** The flow label stays 0, so that source ports alone tell flows apart. */
  @Override
  void prepare(int fd) throws IOException {
    require(fd, LinuxSockets.IPV6_MTU_DISCOVER, LinuxSockets.PMTUDISC_PROBE, "IPV6_MTU_DISCOVER");
    require(fd, LinuxSockets.IPV6_DONTFRAG, 1, "IPV6_DONTFRAG");
    require(fd, LinuxSockets.IPV6_RECVERR, 1, "IPV6_RECVERR");
    require(fd, LinuxSockets.IPV6_AUTOFLOWLABEL, 0, "IPV6_AUTOFLOWLABEL");
    LinuxSockets.set(fd, LinuxSockets.IPPROTO_UDP, LinuxSockets.UDP_NO_CHECK6_TX, 1);
  }

  @Override
  void write(
      MemorySegment s, int trafficClass, int bytes, int ttl, InetAddress from, InetAddress to) {
    Ipv6.write(s, 0, trafficClass, 0, bytes - Ipv6.BYTES, Ipv4.UDP, ttl);
    put(s, SOURCE, from);
    put(s, LAYOUT.destination(), to);
  }

  @Override
  int trafficClass(MemorySegment s, long at) {
    return Ipv6.trafficClass(s, at);
  }

  @Override
  Optional<About> about(int type, int code) {
    return switch (type) {
      case TIME_EXCEEDED -> Optional.of(About.EXPIRED);
      case TOO_BIG -> Optional.of(About.TOO_LONG);
      case UNREACHABLE -> Optional.of(About.REFUSED);
      default -> Optional.empty();
    };
  }

  /** Such a socket never gives the IP header (RFC 3542, section 3). */
  @Override
  int icmpAt(MemorySegment came) {
    return 0;
  }

  @Override
  int mtu(MemorySegment s, long icmpAt) {
    return (int) Math.min(BigEndianBytes.u32(s, icmpAt + 4), Integer.MAX_VALUE);
  }

  /** What is sent here has no extension headers. */
  @Override
  Optional<Integer> quotedHeader(MemorySegment s, long at) {
    return Ipv6.nextHeader(s, at) == Ipv4.UDP ? Optional.of(Ipv6.BYTES) : Optional.empty();
  }

  @Override
  void scope(MemorySegment name, InetAddress address) {
    if (address instanceof Inet6Address six) {
      name.set(ValueLayout.JAVA_INT, SCOPE_IN_NAME, six.getScopeId());
    }
  }
}
