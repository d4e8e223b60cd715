package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.soft.link.DatagramLink;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.soft.link.JavaUdpLink;
import dev.headroom.wire.soft.link.LinuxUdpLink;
import dev.headroom.wire.soft.link.RawSocketLink;
import dev.headroom.wire.soft.link.UdpSenders;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both kinds of sockets, on the loopback interface. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class LinkTest {
  private static final int PORT = 14_791;

  @ParameterizedTest
  @CsvSource({
    "socket, 127.0.0.1, 127.0.0.2",
    "channel, 127.0.0.1, 127.0.0.2",
    "raw, 127.0.0.1, 127.0.0.2",
    "raw, ::1, ::1",
    "socket, ::1, ::1",
    "channel, ::1, ::1"
  })
  void shouldCarryWhatIsWritten(String kind, String here, String there) throws Exception {
    boolean itself = here.equals(there);
    try (DatagramLink one = open(kind, here);
        DatagramLink other = itself ? one : open(kind, there)) {
      int headers = HeaderTemplate.headerBytes(one.address() instanceof Inet4Address);
      for (int i = 0; i < 200; i++) {
        // Two thirds are marked CE, one third is not: a message may differ from its socket.
        int marks = i % 3 == 0 ? 0 : 0x6b;
        HeaderTemplate route = new HeaderTemplate(one.address(), other.address(), PORT, marks);
        int bytes = headers + 8 + i * 4;
        route.write(one.out(), one.outAt(), bytes);
        BigEndianBytes.put32(one.out(), one.outAt() + headers, i);
        BigEndianBytes.put32(one.out(), one.outAt() + bytes - 4, ~i);
        one.send(bytes);
      }
      one.flush();
      int seen = 0;
      while (seen < 200) {
        other.await(1_000_000_000);
        int count = other.receive();
        for (int i = 0; i < count; i++, seen++) {
          MemorySegment in = other.in();
          long at = other.inAt(i);
          int bytes = other.inBytes(i);
          assertThat(bytes).isEqualTo(headers + 8 + seen * 4);
          assertThat(BigEndianBytes.i32(in, at + headers)).isEqualTo(seen);
          assertThat(BigEndianBytes.i32(in, at + bytes - 4)).isEqualTo(~seen);
          int marks = headers == 28 ? Ipv4.trafficClass(in, at) : Ipv6.trafficClass(in, at);
          boolean marked = other.hasTrafficClass() && seen % 3 != 0;
          assertThat(marks).isEqualTo(marked ? 0x6b : 0);
          if (headers == 28) {
            assertThat(Ipv4.checksum(in, at)).isZero();
            assertThat(AddressBits.mapped(Ipv4.source(in, at)))
                .isEqualTo(AddressBits.low(one.address()));
          }
        }
      }
      assertThat(other.receive()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "channel", "raw"})
  void shouldSayThatAPortIsTaken(String kind) throws IOException {
    try (DatagramLink first = open(kind, "127.0.0.1")) {
      assertThat(first.port()).isEqualTo(PORT);
      assertThatThrownBy(() -> open(kind, "127.0.0.1"))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("in use");
      assertThatThrownBy(() -> open(kind, "192.0.2.1"))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("Cannot assign");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "channel", "raw"})
  void shouldWakeWhoWaits(String kind) throws Exception {
    try (DatagramLink link = open(kind, "127.0.0.1")) {
      link.wake();
      link.await(10_000_000_000L); // ends at once
      Thread waker = Thread.ofPlatform().start(link::wake);
      link.await(10_000_000_000L);
      waker.join();
      long beginNs = System.nanoTime();
      link.await(2_000_000);
      assertThat(System.nanoTime() - beginNs).as("nobody woke it").isGreaterThan(1_000_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "raw"})
  void shouldSendFromTheSourcePortThatAHeaderNames(String kind) throws Exception {
    try (DatagramLink one = open(kind, "127.0.0.1");
        DatagramLink other = open(kind, "127.0.0.2")) {
      int first = one.sourcePort(0xc123);
      int second = one.sourcePort(0xd456);
      assertThat(one.sourcePort(0xc123)).as("open already").isEqualTo(first);
      try (DatagramSocket taken = new DatagramSocket(0, one.address())) {
        assertThat(one.sourcePort(taken.getLocalPort()))
            .as("one that somebody else has")
            .isNotEqualTo(taken.getLocalPort());
      }
      List<Integer> sent = List.of(first, first, second, PORT, second, first, PORT);
      for (int source : sent) {
        HeaderTemplate route = new HeaderTemplate(one.address(), other.address(), source, PORT, 0);
        route.write(one.out(), one.outAt(), 64);
        one.send(64);
      }
      one.flush();
      List<Integer> seen = new ArrayList<>();
      while (seen.size() < sent.size()) {
        other.await(1_000_000_000);
        int count = other.receive();
        for (int i = 0; i < count; i++) {
          seen.add(Udp.sourcePort(other.in(), other.inAt(i) + Ipv4.BYTES));
        }
      }
      assertThat(seen).isEqualTo(sent);
    }
  }

  @Test
  void shouldOpenSoManySourcePortsAndShareThemThen() throws IOException {
    try (DatagramLink link = open("socket", "127.0.0.1")) {
      Set<Integer> ports = new HashSet<>();
      for (int i = 0; i < 1000; i++) {
        ports.add(link.sourcePort(0xc000 + 16 * i));
      }
      assertThat(ports).hasSize(UdpSenders.MOST);
    }
  }

  @Test
  void shouldSeeTheIdInRawModeAlone() throws Exception {
    try (DatagramLink link = open("raw", "127.0.0.1");
        DatagramChannel fragmenting = DatagramChannel.open(StandardProtocolFamily.INET)) {
      fragmenting.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0));
      Set<Integer> ids = new HashSet<>();
      for (int i = 0; i < 20; i++) {
        fragmenting.send(ByteBuffer.allocate(40), new InetSocketAddress(link.address(), PORT));
        link.await(1_000_000_000);
        int came = link.receive();
        assertThat(came).isEqualTo(1);
        ids.add(Ipv4.id(link.in(), link.inAt(0)));
        assertThat(Ipv4.checksum(link.in(), link.inAt(0))).as("header is whole").isZero();
        assertThat(link.inBytes(0)).isEqualTo(68);
      }
      assertThat(ids).as("what may be fragmented has ids of its own").hasSizeGreaterThan(10);
    }
  }

  private static DatagramLink open(String kind, String address) throws IOException {
    InetAddress own = InetAddress.getByName(address);
    if (kind.equals("channel")) {
      try {
        return JavaUdpLink.open(own, PORT);
      } catch (SocketException | UnsupportedOperationException e) {
        if (e instanceof BindException bind) {
          throw bind;
        }
        Assumptions.abort(e.toString());
      }
    }
    Assumptions.assumeTrue(LinuxSockets.isHere(), "no Linux");
    if (kind.equals("raw")) {
      try {
        return RawSocketLink.open(own, PORT);
      } catch (BindException e) {
        Assumptions.assumeFalse(
            String.valueOf(e.getMessage()).contains("denied"), "raw sockets take CAP_NET_RAW");
        throw e;
      }
    }
    return LinuxUdpLink.open(own, PORT);
  }
}
