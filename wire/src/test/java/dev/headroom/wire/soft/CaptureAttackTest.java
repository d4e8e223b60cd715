package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Captures;
import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.RoughNetwork.Weather;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Every packet that was captured of others, sent to a queue pair of its kind as if its peer had
 * sent it, with keys and addresses that fit and one field changed. 10^5 of them; 10^6 with {@code
 * -Dheadroom.full=true}.
 */
final class CaptureAttackTest {
  private static final int PACKETS = Boolean.getBoolean("headroom.full") ? 1_000_000 : 100_000;
  private static final int ROUND = 16;
  private static final int EXPOSED = 16 << 10;
  private static final int AROUND = 4096;
  private static final int QKEY = 0x11111111;
  private static final int BTH_AT = 28;
  private static final long MIB = 1 << 20;
  private static final ConnectionSettings SETTINGS = ConnectionSettings.DEFAULT;

  /** What is changed in a packet. */
  private enum Change {
    NOTHING,
    QUEUE_PAIR,
    PSN,
    NEAR_PSN,
    KEY,
    ADDRESS,
    LENGTH,
    OPCODE,
    PARTITION,
    ICRC,
    PADDING,
    CUT
  }

  private static final Change[] CHANGES = Change.values();

  private final SplittableRandom random = new SplittableRandom(11);
  private final FrameHeaders frame = new FrameHeaders();
  private final Icrc icrc = new Icrc();

  /** One who is attacked: a queue pair of each type, and a region that they may write to. */
  private static final class Victim {
    final TwoEnds ends;
    final byte[] memory = new byte[AROUND + EXPOSED + AROUND];
    final MemoryRegion exposed;
    final Map<TransportService, QueuePair> pairs = new EnumMap<>(TransportService.class);
    final Map<TransportService, Integer> sentPsn = new EnumMap<>(TransportService.class);
    int broken;

    Victim(TwoEnds ends) {
      this.ends = ends;
      Arrays.fill(memory, (byte) 0x5a);
      exposed =
          ends.b.domain.register(
              MemorySegment.ofArray(memory).asSlice(AROUND, EXPOSED), Set.of(Access.values()));
      renew();
    }

    /**
     * Queue pairs that went to error are made anew, the others begin anew: their next packet has
     * PSN 0 again. Receives are posted.
     */
    void renew() {
      renew(TransportService.RC, QueuePairType.RC);
      renew(TransportService.UC, QueuePairType.UC);
      renew(TransportService.UD, QueuePairType.UD);
      ends.b.collect();
      ends.b.completions.clear();
    }

    private void renew(TransportService service, QueuePairType type) {
      QueuePair pair = pairs.get(service);
      if (pair == null || pair.state() == QueuePair.State.ERROR) {
        if (pair != null) {
          pair.close();
          broken++;
        }
        pair =
            ends.b.domain.createQueuePair(
                type, new QueuePairLimits(8, 64), ends.b.queue, ends.b.queue, Optional.empty());
        pairs.put(service, pair);
      } else {
        pair.reset();
        pair.initialize();
      }
      if (type == QueuePairType.UD) {
        pair.open(new DatagramSettings(QKEY));
      } else {
        pair.connect(new Peer(ends.a.pair.self().address(), 77, 0), SETTINGS);
      }
      sentPsn.put(service, 0);
      for (int i = 0; i < ROUND; i++) {
        pair.postReceive(i, exposed.slice(0, 4096));
      }
    }

    boolean isUntouchedAround() {
      for (int i = 0; i < AROUND; i++) {
        if (memory[i] != 0x5a || memory[AROUND + EXPOSED + i] != 0x5a) {
          return false;
        }
      }
      return true;
    }
  }

  @Test
  void shouldHarmNothingButThemselves() throws IOException {
    attack(PACKETS);
  }

  /** So many packets, and what has become of their victim. */
  void attack(int count) throws IOException {
    List<byte[]> packets = captured();
    ConnectionSettings settings = SETTINGS.mtu(1024);
    try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, settings)) {
      ends.network.records = false;
      Victim victim = new Victim(ends);
      byte[] text = new byte[1000];
      random.nextBytes(text);
      MemorySegment.copy(text, 0, ends.a.region.memory(), ValueLayout.JAVA_BYTE, 0, text.length);
      long alone = 0;
      long beside = 0;
      long firstUsed = 0;
      int next = 0;
      for (int sent = 0; sent < count; sent += ROUND) {
        alone += Bystander.writes(ends, ROUND);
        for (int i = 0; i < ROUND; i++) {
          ends.network.inject(changed(victim, packets.get(next++ % packets.size())));
        }
        beside += Bystander.writes(ends, ROUND);
        victim.renew();
        if (sent == count / 10 / ROUND * ROUND) {
          firstUsed = Bystander.heapBytes();
          alone = 0;
          beside = 0; // compiled by now
        }
      }
      assertThat(victim.isUntouchedAround()).isTrue();
      assertThat(victim.exposed.memory().mismatch(MemorySegment.ofArray(new byte[EXPOSED])))
          .as("what they may write to, they did")
          .isNotEqualTo(-1);
      assertThat(ends.a.device.faults() + ends.b.device.faults()).isZero();
      assertThat(ends.a.isUntouchedAround() && ends.b.isUntouchedAround()).isTrue();
      assertThat(ends.b.region.memory().asSlice(0, 1000).toArray(ValueLayout.JAVA_BYTE))
          .as("a region whose key they do not know")
          .isEqualTo(text);
      assertThat(ends.b.region.memory().asSlice(1000).toArray(ValueLayout.JAVA_BYTE))
          .containsOnly(0);
      assertThat(victim.broken).as("queue pairs that were broken").isGreaterThan(count / 1000);
      assertThat(Bystander.heapBytes())
          .as("heap")
          .isLessThan(256 * MIB)
          .isLessThan(firstUsed + 32 * MIB);
      assertThat((double) alone / beside)
          .as("rate of an honest connection while as many forged packets come, of its rate alone")
          .isGreaterThan(0.5);
      assertThat(ends.b.device.ignored()).isGreaterThan(count / 10);
    }
  }

  /** What was captured, from the BTH on without the ICRC; of other packets what follows IP. */
  private List<byte[]> captured() throws IOException {
    List<byte[]> packets = new ArrayList<>();
    for (Path file : Captures.all()) {
      try (CaptureReader reader = CaptureReader.open(file)) {
        for (int count = 0; count < 2000 && reader.next(); count++) {
          MemorySegment bytes = reader.bytes();
          boolean rdma =
              frame.read(bytes, reader.link(), reader.originalBytes()) == FrameHeaders.Kind.RDMA
                  && frame.icrcAt() <= bytes.byteSize();
          long from = rdma ? frame.bthAt() : Math.min(34, bytes.byteSize());
          long to = rdma ? frame.icrcAt() : bytes.byteSize();
          packets.add(bytes.asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE));
        }
      }
    }
    assertThat(packets.size()).isGreaterThan(500);
    return packets;
  }

  private byte[] changed(Victim victim, byte[] packet) {
    byte[] datagram = new byte[BTH_AT + packet.length + Icrc.BYTES];
    System.arraycopy(packet, 0, datagram, BTH_AT, packet.length);
    MemorySegment s = MemorySegment.ofArray(datagram);
    boolean fits = random.nextInt(3) == 0; // so that others come when they are due
    Change change = fits ? Change.NOTHING : CHANGES[random.nextInt(CHANGES.length)];
    int to = (int) AddressBits.low(victim.ends.b.pair.self().address());
    int from = (int) AddressBits.low(victim.ends.a.pair.self().address());
    Ipv4.write(s, 0, 0, datagram.length, 0, 64, Ipv4.UDP, from, to);
    Udp.write(s, 20, 4791, 4791, datagram.length - 20);
    if (packet.length >= Bth.BYTES) {
      aim(s, victim, change);
      change(s, change);
    }
    int icrcAt = datagram.length - Icrc.BYTES;
    BigEndianBytes.put32(s, icrcAt, icrc.of(s, NetworkLayer.IPV4, 0, BTH_AT, icrcAt));
    if (change == Change.ICRC) {
      BigEndianBytes.put32(s, icrcAt, random.nextInt());
    }
    return change == Change.CUT
        ? Arrays.copyOf(datagram, random.nextInt(datagram.length))
        : datagram;
  }

  /** Makes it one that would be served. */
  private void aim(MemorySegment s, Victim victim, Change change) {
    int opcode = Bth.opcode(s, BTH_AT);
    TransportService service = TransportService.of(opcode);
    QueuePair pair = victim.pairs.get(service);
    if (pair == null) {
      return;
    }
    int psn = victim.sentPsn.merge(service, 1, Integer::sum) - 1;
    BigEndianBytes.put24(s, BTH_AT + 5, pair.self().queuePair());
    BigEndianBytes.put24(s, BTH_AT + 9, psn);
    if (Opcode.headerBytes(opcode) + Bth.BYTES + BTH_AT > s.byteSize() - Icrc.BYTES) {
      return;
    }
    BthOperation operation = BthOperation.of(opcode);
    if (service == TransportService.UD) {
      BigEndianBytes.put32(s, BTH_AT + Bth.BYTES, QKEY);
    } else if (operation.hasReth() || operation.hasAtomicEth()) {
      BigEndianBytes.put64(s, BTH_AT + 12, victim.exposed.address() + 8L * random.nextInt(64));
      BigEndianBytes.put32(s, BTH_AT + 20, victim.exposed.rkey());
      if (change != Change.LENGTH && operation.hasReth()) {
        long payload = s.byteSize() - Icrc.BYTES - BTH_AT - Bth.BYTES;
        payload -= Opcode.headerBytes(opcode) + Bth.padBytes(s, BTH_AT);
        BigEndianBytes.put32(s, BTH_AT + 24, operation.ends() ? (int) payload : 4096);
      }
    }
  }

  private void change(MemorySegment s, Change change) {
    switch (change) {
      case NOTHING, ICRC, CUT -> {}
      case QUEUE_PAIR -> BigEndianBytes.put24(s, BTH_AT + 5, random.nextInt());
      case PSN -> BigEndianBytes.put24(s, BTH_AT + 9, random.nextInt());
      case NEAR_PSN ->
          BigEndianBytes.put24(s, BTH_AT + 9, Bth.psn(s, BTH_AT) + random.nextInt(40) - 20);
      case KEY -> put32(s, BTH_AT + 20, random.nextInt());
      case ADDRESS -> {
        if (s.byteSize() > BTH_AT + 24) {
          long by = random.nextBoolean() ? random.nextLong() : random.nextInt(40_000) - 20_000;
          BigEndianBytes.put64(s, BTH_AT + 12, BigEndianBytes.i64(s, BTH_AT + 12) + by);
        }
      }
      case LENGTH -> put32(s, BTH_AT + 24, random.nextInt() >>> random.nextInt(32));
      case OPCODE -> BigEndianBytes.put8(s, BTH_AT, random.nextInt());
      case PARTITION -> BigEndianBytes.put16(s, BTH_AT + 2, random.nextInt());
      case PADDING -> BigEndianBytes.put8(s, BTH_AT + 1, random.nextInt());
    }
  }

  private static void put32(MemorySegment s, long at, int value) {
    if (at + 4 <= s.byteSize() - Icrc.BYTES) {
      BigEndianBytes.put32(s, at, value);
    }
  }
}
