package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.UdpSourcePort;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.link.DatagramLink;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.soft.link.LinuxUdpLink;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a switch on the way, and a receiver with a raw socket, see of the endpoint's packets. */
final class SourcePortsTest {
  private static final int PORT = 14_860;

  @BeforeEach
  void needsLinux() {
    Assumptions.assumeTrue(LinuxSockets.isHere(), "no Linux");
  }

  @Test
  void shouldGiveEachQueuePairThePortThatLinuxWould() throws IOException {
    try (SoftDevice device = SoftDevice.open(InetAddress.ofLiteral("127.0.0.1"), PORT);
        DatagramLink eye = LinuxUdpLink.open(InetAddress.ofLiteral("127.0.0.2"), PORT)) {
      CompletionQueue queue = device.createCompletionQueue(64);
      ProtectionDomain domain = device.allocateProtectionDomain();
      MemoryRegion region =
          domain.register(MemorySegment.ofArray(new byte[64]), Set.of(Access.LOCAL_WRITE));
      Set<Integer> expected = new HashSet<>();
      for (int i = 0; i < 16; i++) {
        QueuePair pair = domain.createQueuePair(new QueuePairLimits(4, 0), queue, queue);
        int remote = 0x1234 + 77 * i;
        pair.connect(new Peer(eye.address(), remote, 0), ConnectionSettings.DEFAULT);
        pair.post(WorkRequest.write(1, 0, 0, region.slice(0, 8)));
        expected.add(UdpSourcePort.ofKernel(pair.self().queuePair(), remote));
      }
      boolean _ = device.progress();
      Set<Integer> seen = new HashSet<>();
      eye.await(1_000_000_000);
      int count = eye.receive();
      for (int i = 0; i < count; i++) {
        seen.add(Udp.sourcePort(eye.in(), eye.inAt(i) + Ipv4.BYTES));
      }
      assertThat(count).isEqualTo(16);
      assertThat(seen).isEqualTo(expected).hasSizeGreaterThan(12);
    }
  }

  /**
   * The id is 7 where the ICRC was made for 0: to a plain socket both look alike, a raw one knows.
   */
  @Test
  void shouldCheckAllOfTheIcrcInRawMode() throws IOException {
    try (SoftDevice plain = SoftDevice.open(InetAddress.ofLiteral("127.0.0.1"), PORT + 1);
        SoftDevice raw = openRaw("127.0.0.2");
        DatagramLink sender = LinuxUdpLink.open(InetAddress.ofLiteral("127.0.0.3"), PORT + 1)) {
      assertThat(taken(plain, sender, 0)).as("plain, as it was").isTrue();
      assertThat(taken(plain, sender, 7)).as("plain, with an ICRC for another id").isTrue();
      assertThat(taken(raw, sender, 0)).as("raw, as it was").isTrue();
      assertThat(taken(raw, sender, 7)).as("raw, with an ICRC for another id").isFalse();
    }
  }

  private static SoftDevice openRaw(String address) throws IOException {
    try {
      return SoftDevice.openRaw(InetAddress.ofLiteral(address), PORT + 1);
    } catch (BindException e) {
      return Assumptions.abort("raw sockets take CAP_NET_RAW: " + e.getMessage());
    }
  }

  /** Whether a WRITE of nothing is answered whose ICRC is that of an IP header with this id. */
  private static boolean taken(SoftDevice device, DatagramLink sender, int id) throws IOException {
    CompletionQueue queue = device.createCompletionQueue(4);
    QueuePair pair =
        device.allocateProtectionDomain().createQueuePair(new QueuePairLimits(4, 0), queue, queue);
    pair.connect(new Peer(sender.address(), 99, 5), ConnectionSettings.DEFAULT);
    HeaderTemplate route =
        new HeaderTemplate(sender.address(), pair.self().address(), PORT + 1, PORT + 1, 0);
    long at = sender.outAt();
    long bthAt = at + 28;
    MemorySegment out = sender.out();
    Bth.write(out, bthAt, 0x0a, false, 0, 0xffff, pair.self().queuePair(), true, 5);
    BigEndianBytes.put64(out, bthAt + 12, 0);
    BigEndianBytes.put64(out, bthAt + 20, 0);
    long icrcAt = bthAt + 28;
    route.write(out, at, (int) (icrcAt + Icrc.BYTES - at));
    BigEndianBytes.put16(out, at + 4, id);
    BigEndianBytes.put32(out, icrcAt, new Icrc().of(out, NetworkLayer.IPV4, at, bthAt, icrcAt));
    sender.send((int) (icrcAt + Icrc.BYTES - at));
    sender.flush();
    long ignored = device.ignored();
    long endNs = System.nanoTime() + 5_000_000_000L;
    while (System.nanoTime() < endNs) {
      boolean _ = device.progress(100_000_000);
      boolean _ = device.progress();
      if (device.ignored() > ignored) {
        return false;
      }
      sender.await(100_000_000);
      if (sender.receive() > 0) {
        return true;
      }
    }
    throw new AssertionError("neither answered nor ignored");
  }
}
