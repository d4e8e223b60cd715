package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Icrc;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.NetworkLayer;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.soft.TwoEnds.End;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Somebody who saw a connection sends what it sent again, changed, with a right ICRC. */
final class AttackTest {
  private static final int PACKETS = 100_000;
  private static final int ROUND = 50;

  private final SplittableRandom random = new SplittableRandom(5);
  private final FrameHeaders frame = new FrameHeaders();
  private final Icrc icrc = new Icrc();

  @Test
  void shouldHarmNobodyElse() {
    ConnectionSettings settings = ConnectionSettings.DEFAULT.mtu(256);
    try (TwoEnds ends = new TwoEnds(RoughNetwork.Weather.FAIR, 1, settings)) {
      traffic(ends);
      List<byte[]> seen = List.copyOf(ends.network.seen);
      CompletionQueue queue = ends.a.device.createCompletionQueue(64);
      QueuePair honest = pair(ends.a, queue);
      QueuePair honestPeer = pair(ends.b, ends.b.device.createCompletionQueue(64));
      honest.connect(honestPeer.self(), settings);
      honestPeer.connect(honest.self(), settings);
      List<WorkCompletion> done = new ArrayList<>();
      int asked = 0;
      for (int sent = 0; sent < PACKETS; sent += ROUND) {
        for (int i = 0; i < ROUND; i++) {
          ends.network.inject(changed(seen.get(random.nextInt(seen.size()))));
        }
        honest.post(
            WorkRequest.write(
                asked++,
                ends.b.region.address() + 60_000,
                ends.b.region.rkey(),
                ends.a.region.slice(0, 1000)));
        ends.until(() -> queueDone(queue, done));
        ends.network.seen.clear();
      }
      ends.settle();
      queueDone(queue, done);

      assertThat(done).hasSize(asked);
      assertThat(done).allMatch(each -> each.status() == WorkCompletion.Status.SUCCESS);
      assertThat(ends.a.isUntouchedAround()).isTrue();
      assertThat(ends.b.isUntouchedAround()).isTrue();
      assertThat(ends.a.device.ignored() + ends.b.device.ignored()).isGreaterThan(PACKETS / 4);
    }
  }

  /** What comes from another address than the peer's is not even answered: no amplifier. */
  @Test
  void shouldNotAnswerStrangers() {
    try (TwoEnds ends = new TwoEnds(RoughNetwork.Weather.FAIR, 1, ConnectionSettings.DEFAULT)) {
      traffic(ends);
      List<byte[]> seen = List.copyOf(ends.network.seen);
      ends.network.seen.clear();
      for (byte[] each : seen) {
        MemorySegment copy = MemorySegment.ofArray(each.clone());
        BigEndianBytes.put32(copy, 12, 0x0a000003);
        ends.network.inject(closed(copy));
      }
      ends.settle();

      assertThat(ends.network.seen).isEmpty();
      assertThat(ends.a.device.ignored() + ends.b.device.ignored()).isEqualTo(seen.size());
    }
  }

  /**
   * Numbers and keys come again only after 4,096 others, so that a packet too late finds nobody.
   */
  @Test
  void shouldNotGiveNumbersAgainAtOnce() {
    try (TwoEnds ends = new TwoEnds(RoughNetwork.Weather.FAIR, 1, ConnectionSettings.DEFAULT)) {
      CompletionQueue queue = ends.a.device.createCompletionQueue(8);
      Set<Integer> numbers = new HashSet<>();
      Set<Integer> keys = new HashSet<>();
      for (int i = 0; i < 1300; i++) {
        QueuePair pair = pair(ends.a, queue);
        var region =
            ends.a.domain.register(ends.a.memory.asSlice(0, 8), Set.of(Access.LOCAL_WRITE));
        assertThat(numbers.add(pair.self().queuePair())).isTrue();
        assertThat(keys.add(region.lkey()) && keys.add(region.rkey())).isTrue();
        pair.close();
        region.close();
      }
      assertThat(numbers.stream().mapToInt(each -> each).max().orElseThrow())
          .as("spread over 24 bits")
          .isGreaterThan(0xf00000);
    }
  }

  private static boolean queueDone(CompletionQueue queue, List<WorkCompletion> done) {
    int before = done.size();
    queue.poll().ifPresent(done::add);
    return done.size() > before;
  }

  private static QueuePair pair(End end, CompletionQueue queue) {
    return end.domain.createQueuePair(new QueuePairLimits(64, 0), queue, queue);
  }

  /** Something of everything. */
  private static void traffic(TwoEnds ends) {
    long there = ends.b.region.address();
    int rkey = ends.b.region.rkey();
    for (int i = 0; i < 5; i++) {
      ends.b.pair.postReceive(i, ends.b.region.slice(0, 2000));
      ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 1500)));
      ends.a.pair.post(WorkRequest.write(2, there, rkey, ends.a.region.slice(0, 700)));
      ends.a.pair.post(WorkRequest.read(3, there, rkey, ends.a.region.slice(0, 900)));
      ends.a.pair.post(
          WorkRequest.fetchAndAdd(4, there, rkey, 1, ends.a.region.slice(0, 8)).afterReads());
    }
    ends.settle();
    assertThat(ends.a.completions).hasSize(20);
  }

  private byte[] changed(byte[] datagram) {
    MemorySegment copy = MemorySegment.ofArray(datagram.clone());
    long bth = 28;
    switch (random.nextInt(10)) {
      case 0 -> BigEndianBytes.put24(copy, bth + 5, random.nextInt());
      case 1 -> BigEndianBytes.put24(copy, bth + 9, random.nextInt());
      case 2 -> BigEndianBytes.put24(copy, bth + 9, Bth.psn(copy, bth) + random.nextInt(400) - 100);
      case 3 -> BigEndianBytes.put8(copy, bth, random.nextInt(24));
      case 4 -> BigEndianBytes.put16(copy, bth + 2, random.nextInt());
      case 5 -> BigEndianBytes.put32(copy, 12, 0x0a000000 + random.nextInt(8));
      case 6 -> BigEndianBytes.put8(copy, bth + 1, random.nextInt());
      case 7 -> {
        if (Opcode.headerBytes(Bth.opcode(copy, bth)) >= 16) {
          BigEndianBytes.put64(
              copy,
              bth + 12,
              BigEndianBytes.i64(copy, bth + 12) + random.nextInt(200_000) - 100_000);
        }
      }
      case 8 -> {
        if (Opcode.headerBytes(Bth.opcode(copy, bth)) >= 16) {
          BigEndianBytes.put32(copy, bth + 20 + 4L * random.nextInt(2), random.nextInt());
        }
      }
      default -> {
        long at = bth + random.nextLong(copy.byteSize() - bth);
        BigEndianBytes.put8(copy, at, random.nextInt());
        return copy.toArray(ValueLayout.JAVA_BYTE);
      }
    }
    return closed(copy);
  }

  /** With a right ICRC. */
  private byte[] closed(MemorySegment copy) {
    frame.read(copy, LinkType.RAW_IP, copy.byteSize());
    long icrcAt = copy.byteSize() - Icrc.BYTES;
    BigEndianBytes.put32(copy, icrcAt, icrc.of(copy, NetworkLayer.IPV4, 0, 28, icrcAt));
    return copy.toArray(ValueLayout.JAVA_BYTE);
  }
}
