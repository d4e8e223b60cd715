package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.connect.CmListener;
import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.connect.ForgedRequests;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.RoughNetwork.Weather;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.ManagementPort;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Requests for connections from addresses that are forged, to a server that somebody else talks to.
 * 20,000 of them; 10^5 with {@code -Dheadroom.full=true}.
 */
final class ConnectFloodTest {
  private static final int REQUESTS = Boolean.getBoolean("headroom.full") ? 100_000 : 20_000;
  private static final int ROUND = 16;
  private static final int PORT = 7174;
  private static final int QKEY = 0x8001_0000;
  private static final int BTH_AT = 28;
  private static final int MAD_AT = BTH_AT + Bth.BYTES + Deth.BYTES;
  private static final long MIB = 1 << 20;

  private final SplittableRandom random = new SplittableRandom(3);
  private final Icrc icrc = new Icrc();

  @Test
  void shouldServeWhoIsConnectedAndForgetTheOthers() throws IOException {
    flood(REQUESTS);
  }

  /** So many requests, and what has become of those who were connected before. */
  void flood(int count) throws IOException {
    try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, ConnectionSettings.DEFAULT)) {
      ends.network.records = false;
      ConnectionManager manager =
          ConnectionManager.of(ends.b.device, ends.network::nowNs, new SecureRandom());
      try (CmListener _ = manager.listen(PORT)) {
        long alone = 0;
        long beside = 0;
        int mostHalfOpen = 0;
        for (int sent = 0; sent < count; sent += ROUND) {
          alone += Bystander.writes(ends, ROUND);
          for (int i = 0; i < ROUND; i++) {
            ends.network.inject(request(ends));
          }
          beside += Bystander.writes(ends, ROUND);
          mostHalfOpen = Math.max(mostHalfOpen, manager.halfOpen());
          if (sent == count / 10 / ROUND * ROUND) {
            alone = 0;
            beside = 0; // compiled by now
          }
        }
        assertThat(mostHalfOpen).as("callers kept").isEqualTo(ConnectionManager.MOST_HALF_OPEN);
        assertThat(manager.dropped()).isGreaterThan(count / 2);
        assertThat(ends.b.device.faults()).isZero();
        assertThat((double) alone / beside)
            .as("rate of an honest connection while as many requests come, of its rate alone")
            .isGreaterThan(0.5);
        assertThat(Bystander.heapBytes()).as("heap").isLessThan(256 * MIB);

        ends.network.advance(ends.network.nowNs() + 60_000_000_000L);
        ends.settle();
        assertThat(manager.halfOpen()).as("nobody confirmed").isZero();
      }
    }
  }

  /** One packet to queue pair 1, from any of 2^16 addresses. */
  private byte[] request(TwoEnds ends) {
    int from = 0x0b00_0000 | random.nextInt(1 << 16);
    Inet4Address sender = (Inet4Address) AddressBits.of(0, AddressBits.mapped(from));
    Inet4Address server = (Inet4Address) ends.b.pair.self().address();
    byte[] datagram = new byte[MAD_AT + ManagementPort.MAD_BYTES + Icrc.BYTES];
    MemorySegment s = MemorySegment.ofArray(datagram);
    int to = (int) AddressBits.low(server);
    Ipv4.write(s, 0, 0, datagram.length, 0, 64, Ipv4.UDP, from, to);
    Udp.write(s, Ipv4.BYTES, 0xc000, Udp.ROCE_PORT, datagram.length - Ipv4.BYTES);
    int opcode = Opcode.of(TransportService.UD, BthOperation.SEND_ONLY);
    Bth.write(s, BTH_AT, opcode, false, 0, Bth.DEFAULT_PKEY, 1, false, random.nextInt() & 0xffffff);
    Deth.write(s, BTH_AT + Bth.BYTES, QKEY, 1);
    byte[] mad = ForgedRequests.next(random, PORT, sender, server);
    System.arraycopy(mad, 0, datagram, MAD_AT, mad.length);
    int icrcAt = datagram.length - Icrc.BYTES;
    BigEndianBytes.put32(s, icrcAt, icrc.of(s, NetworkLayer.IPV4, 0, BTH_AT, icrcAt));
    return datagram;
  }
}
