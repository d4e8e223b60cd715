package dev.headroom.wire.probe;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.probe.IcmpHopError.About;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.Optional;

/** Address family of IPv4, with ICMP (RFC 792; the MTU in it RFC 1191). */
final class Ipv4Family extends IpFamily {
  private static final Numbers NUMBERS =
      new Numbers(
          LinuxSockets.AF_INET,
          LinuxSockets.IPPROTO_IP,
          LinuxSockets.IP_TTL,
          LinuxSockets.IP_TOS,
          LinuxSockets.IP_RECVERR,
          LinuxSockets.IPPROTO_ICMP,
          2);

  private static final Layout LAYOUT = new Layout(Ipv4.BYTES, 16, 4, 4, 16);

  private static final int UNREACHABLE = 3;
  private static final int FRAGMENTATION_NEEDED = 4;
  private static final int TIME_EXCEEDED = 11;

  Ipv4Family() {
    super(NUMBERS, LAYOUT, NetworkLayer.IPV4);
  }

  @Override
  void prepare(int fd) throws IOException {
    require(fd, LinuxSockets.IP_MTU_DISCOVER, LinuxSockets.PMTUDISC_PROBE, "IP_MTU_DISCOVER");
    require(fd, LinuxSockets.IP_RECVERR, 1, "IP_RECVERR");
    LinuxSockets.set(fd, LinuxSockets.SOL_SOCKET, LinuxSockets.SO_NO_CHECK, 1);
  }

  @Override
  void write(
      MemorySegment s, int trafficClass, int bytes, int ttl, InetAddress from, InetAddress to) {
    int source = BigEndianBytes.i32(MemorySegment.ofArray(from.getAddress()), 0);
    int destination = BigEndianBytes.i32(MemorySegment.ofArray(to.getAddress()), 0);
    Ipv4.write(s, 0, trafficClass, bytes, 0, ttl, Ipv4.UDP, source, destination);
  }

  @Override
  int trafficClass(MemorySegment s, long at) {
    return Ipv4.trafficClass(s, at);
  }

  @Override
  Optional<About> about(int type, int code) {
    return switch (type) {
      case TIME_EXCEEDED -> Optional.of(About.EXPIRED);
      case UNREACHABLE ->
          Optional.of(code == FRAGMENTATION_NEEDED ? About.TOO_LONG : About.REFUSED);
      default -> Optional.empty();
    };
  }

  /** After the IP header, which such a socket gives as well (raw(7)). */
  @Override
  int icmpAt(MemorySegment came) {
    return Ipv4.headerBytes(came, 0);
  }

  @Override
  int mtu(MemorySegment s, long icmpAt) {
    return BigEndianBytes.u16(s, icmpAt + 6);
  }

  @Override
  Optional<Integer> quotedHeader(MemorySegment s, long at) {
    int bytes = Ipv4.headerBytes(s, at);
    return bytes < Ipv4.BYTES || Ipv4.protocol(s, at) != Ipv4.UDP
        ? Optional.empty()
        : Optional.of(bytes);
  }

  @Override
  void scope(MemorySegment name, InetAddress address) {}
}
