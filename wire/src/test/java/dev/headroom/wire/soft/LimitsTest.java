package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Destination;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The limits of {@code docs/verbs.md} that a device has of its own, each at its edge. */
final class LimitsTest {
  private static final ConnectionSettings SETTINGS = ConnectionSettings.DEFAULT;

  private static TwoEnds ends() {
    return new TwoEnds(RoughNetwork.Weather.FAIR, 1, QueuePairType.RC, false, Access.values());
  }

  private static TwoEnds connected(ConnectionSettings a, ConnectionSettings b) {
    TwoEnds ends = ends();
    ends.a.pair.connect(ends.b.pair.self(), a);
    ends.b.pair.connect(ends.a.pair.self(), b);
    return ends;
  }

  @Test
  void shouldOpenSoManyQueuePairs() {
    try (TwoEnds ends = ends()) {
      QueuePairLimits small = new QueuePairLimits(1, 0);
      List<QueuePair> pairs = new ArrayList<>();
      for (int i = 1; i < SoftDevice.MOST_QUEUE_PAIRS; i++) { // one there is already
        pairs.add(ends.a.domain.createQueuePair(small, ends.a.queue, ends.a.queue));
      }
      assertThatThrownBy(() -> ends.a.domain.createQueuePair(small, ends.a.queue, ends.a.queue))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("4096 queue pairs");
      pairs.getFirst().close();
      assertThat(ends.a.domain.createQueuePair(small, ends.a.queue, ends.a.queue)).isNotNull();
    }
  }

  @Test
  void shouldRegisterSoManyRegions() {
    try (TwoEnds ends = ends()) {
      MemorySegment memory = MemorySegment.ofArray(new byte[8]);
      Set<Access> access = Set.of(Access.LOCAL_WRITE);
      List<MemoryRegion> regions = new ArrayList<>();
      for (int i = 1; i < SoftDevice.MOST_REGIONS; i++) {
        regions.add(ends.a.domain.register(memory, access));
      }
      assertThatThrownBy(() -> ends.a.domain.register(memory, access))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("65536 regions");
      regions.getFirst().close();
      assertThat(ends.a.domain.register(memory, access)).isNotNull();
    }
  }

  @Test
  void shouldMakeNoQueueLargerThanItMayBe() {
    try (TwoEnds ends = ends()) {
      assertThatThrownBy(() -> ends.a.device.createCompletionQueue(65_537))
          .hasMessageContaining("1 to 65536 are valid");
      assertThatThrownBy(() -> ends.a.domain.createSharedReceiveQueue(16_385))
          .hasMessageContaining("1 to 16384 are valid");
    }
    assertThatThrownBy(() -> new QueuePairLimits(16_385, 0)).hasMessageContaining("16384");
    assertThatThrownBy(() -> new QueuePairLimits(1, 16_385)).hasMessageContaining("16384");
    assertThatThrownBy(() -> new QueuePairLimits(1, 0, 33, 0)).hasMessageContaining("32");
    assertThatThrownBy(() -> new QueuePairLimits(1, 0, 1, 1025)).hasMessageContaining("1024");
  }

  @Test
  void shouldTakeNoMoreThanItHasRoomFor() {
    try (TwoEnds ends = ends()) {
      QueuePair pair =
          ends.a.domain.createQueuePair(
              new QueuePairLimits(2, 2, 2, 16), ends.a.queue, ends.a.queue);
      pair.connect(ends.b.pair.self(), SETTINGS);
      WorkRequest request = WorkRequest.send(1, ends.a.region.slice(0, 4));
      pair.post(request);
      pair.post(request);
      assertThatThrownBy(() -> pair.post(request))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("send queue is full");
      pair.postReceive(1, ends.a.region.slice(0, 4));
      pair.postReceive(1, ends.a.region.slice(0, 4));
      assertThatThrownBy(() -> pair.postReceive(1, ends.a.region.slice(0, 4)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("full");
    }
  }

  /** One that the program does not look at. */
  @Test
  void shouldPutInErrorWhatFindsNoRoomForItsCompletion() {
    try (TwoEnds ends = ends()) {
      CompletionQueue narrow = ends.a.device.createCompletionQueue(1);
      QueuePair pair = ends.a.domain.createQueuePair(new QueuePairLimits(4, 0), narrow, narrow);
      pair.connect(ends.b.pair.self(), SETTINGS);
      ends.b.pair.connect(pair.self(), SETTINGS);
      for (int i = 0; i < 2; i++) {
        pair.post(
            WorkRequest.write(
                i, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, 4)));
      }
      ends.settle();
      assertThat(pair.state()).isEqualTo(QueuePair.State.ERROR);
      assertThat(narrow.poll().orElseThrow().status()).isEqualTo(WorkCompletion.Status.SUCCESS);
      assertThat(narrow.poll()).isEmpty();
    }
  }

  /** One that asks for more at once than it was told that it may. */
  @Test
  void shouldServeSoManyReadsAtOnce() {
    try (TwoEnds ends = connected(reads(16), reads(1))) {
      for (int i = 0; i < 16; i++) {
        ends.a.pair.post(
            WorkRequest.read(
                i,
                ends.b.region.address(),
                ends.b.region.rkey(),
                ends.a.region.slice(0, TwoEnds.REGION)));
      }
      ends.settle();
      assertThat(ends.a.completions)
          .extracting(WorkCompletion::status)
          .contains(WorkCompletion.Status.REMOTE_INVALID_REQUEST);
    }
    assertThatThrownBy(() -> reads(17)).hasMessageContaining("1 to 16 are valid");
  }

  private static ConnectionSettings reads(int most) {
    return new ConnectionSettings(Set.of(Access.REMOTE_READ), 1024, 14, 7, 7, 12, most, most);
  }

  /** One who asks again and again for what takes 64 packets to answer. */
  @Test
  void shouldLetSoManyAnswersWait() {
    try (TwoEnds ends = connected(reads(16), reads(16))) {
      ends.a.pair.post(
          WorkRequest.read(
              1,
              ends.b.region.address(),
              ends.b.region.rkey(),
              ends.a.region.slice(0, TwoEnds.REGION)));
      ends.settle();
      byte[] request = only(ends, 0x0c).getFirst();
      int before = ends.network.seen.size();
      for (int i = 0; i < 5000; i++) {
        ends.network.inject(request);
      }
      ends.settle();
      assertThat(ends.b.device.faults()).isZero();
      assertThat(ends.network.seen.size() - before).as("answers").isBetween(64, 64 * 1000);
    }
  }

  private static List<byte[]> only(TwoEnds ends, int opcode) {
    return ends.network.seen.stream()
        .filter(each -> Bth.opcode(MemorySegment.ofArray(each), Ipv4.BYTES + Udp.BYTES) == opcode)
        .toList();
  }

  @Test
  void shouldKeepTheHeadersOfSoManyPeersOfDatagrams() {
    try (TwoEnds ends =
        new TwoEnds(RoughNetwork.Weather.FAIR, 1, QueuePairType.UD, false, Access.values())) {
      DatagramSender sender =
          new DatagramSender(
              ((SoftQueuePair) ends.a.pair).exchange,
              new PacketWriter(ends.network.link(0x0a000009)),
              new SendRing(1),
              new DatagramSettings(1),
              0);
      int most = 0;
      for (int i = 0; i < 5000; i++) {
        sender.prepare(new Destination(ends.b.pair.self().address(), i + 2, 1));
        most = Math.max(most, sender.peers());
      }
      assertThat(most).isEqualTo(1024);
    }
  }

  @Test
  void shouldHaveFromFourTo128PacketsOnTheirWay() {
    FlightWindow window = new FlightWindow();
    assertThat(window.packets()).isEqualTo(32);
    for (int i = 0; i < 100; i++) {
      window.lost();
    }
    assertThat(window.packets()).isEqualTo(4);
    for (int i = 0; i < 10_000; i++) {
      window.arrived(100);
    }
    assertThat(window.packets()).isEqualTo(128);
  }
}
