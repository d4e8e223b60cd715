package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.soft.RoughNetwork.Weather;
import dev.headroom.wire.soft.TwoEnds.End;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Destination;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.Sender;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unreliable connections and datagrams: what arrives is whole and was sent; the rest is lost. */
final class UnreliableTest {
  private static final int QKEY = 0x11111111;
  private static final int ROOM = 32 << 10;

  @ParameterizedTest(name = "{0}, lost {1}, doubled {2}, spoiled {3}, up to {4} us late")
  @CsvSource({
    "UC, 0,    0,   0,    0",
    "UC, 0.05, 0,   0,    0",
    "UC, 0.02, 0.1, 0.05, 30",
    "UD, 0,    0,   0,    0",
    "UD, 0.05, 0.1, 0.05, 30"
  })
  void shouldDeliverWholeMessagesOrNone(
      QueuePairType type, double lost, double doubled, double spoiled, long lateUs) {
    Weather weather = new Weather(lost, doubled, spoiled, lateUs * 1000 + 1);
    boolean fair = lost + doubled + spoiled + lateUs == 0;
    int arrived = 0;
    int sent = 0;
    for (int seed = 1; seed <= 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      try (TwoEnds ends = new TwoEnds(weather, seed, type, seed % 2 == 0, Access.values())) {
        start(ends, type);
        random.ints(ROOM / 4).forEach(new Filler(ends.a)::next);
        int most = type == QueuePairType.UD ? 256 : 1500;
        int count = 20;
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          int bytes = random.nextInt(most + 1);
          int at = random.nextInt(ROOM - bytes);
          messages.add(ends.a.region.memory().asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE));
          ends.b.postReceive(i, ends.b.region.slice(i * 1600L, 1600));
          WorkRequest request =
              WorkRequest.send(i, ends.a.region.slice(at, bytes)).withImmediate(i);
          ends.a.pair.post(type == QueuePairType.UD ? request.to(to(ends.b)) : request);
        }
        ends.settle();
        assertThat(ends.a.completions).hasSize(count).allMatch(UnreliableTest::succeeded);
        int skip = type == QueuePairType.UD ? 40 : 0;
        Set<Integer> seen = new HashSet<>();
        for (WorkCompletion each : ends.b.completions) {
          assertThat(each.status()).isEqualTo(Status.SUCCESS);
          int which = each.immediate().orElseThrow();
          MemorySegment came =
              ends.b.region.memory().asSlice(each.id() * 1600 + skip, each.bytes() - skip);
          assertThat(came.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(messages.get(which));
          seen.add(which);
        }
        arrived += seen.size();
        sent += count;
        if (fair) {
          assertThat(ends.b.completions.stream().map(each -> each.immediate().orElseThrow()))
              .as("in order")
              .isSorted();
        }
        assertThat(ends.b.isUntouchedAround()).isTrue();
      }
    }
    if (fair) {
      assertThat(arrived).isEqualTo(sent);
    } else {
      assertThat(arrived).as("of %s", sent).isBetween(sent / 10, sent - 1);
    }
  }

  /** Fills memory with numbers one after another. */
  private static final class Filler {
    private final End end;
    private long at;

    Filler(End end) {
      this.end = end;
    }

    void next(int value) {
      end.region.memory().set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
      at += 4;
    }
  }

  private static void start(TwoEnds ends, QueuePairType type) {
    if (type == QueuePairType.UD) {
      DatagramSettings settings = new DatagramSettings(QKEY, 0xffff, 256, 0);
      ends.a.pair.open(settings);
      ends.b.pair.open(settings);
    } else {
      ConnectionSettings settings = ConnectionSettings.DEFAULT.mtu(256);
      ends.a.pair.connect(ends.b.pair.self(), settings);
      ends.b.pair.connect(ends.a.pair.self(), settings);
    }
  }

  @Test
  void shouldWriteWithoutAnswers() {
    try (TwoEnds ends = fair(QueuePairType.UC)) {
      ends.a.region.memory().asSlice(0, 5000).fill((byte) 7);
      ends.b.postReceive(3);
      ends.a.pair.post(
          WorkRequest.write(
                  1,
                  ends.b.region.address() + 100,
                  ends.b.region.rkey(),
                  ends.a.region.slice(0, 5000))
              .withImmediate(77));
      ends.settle();
      assertThat(ends.network.seen).as("packets of 256 bytes, no ACKs").hasSize(20);
      assertThat(ends.b.completions).hasSize(1);
      assertThat(ends.b.completions.getFirst().immediate()).isEqualTo(OptionalInt.of(77));
      assertThat(ends.b.completions.getFirst().bytes()).isEqualTo(5000);
      assertThat(
              ends.b
                  .region
                  .memory()
                  .asSlice(100, 5000)
                  .mismatch(ends.a.region.memory().asSlice(0, 5000)))
          .isEqualTo(-1);
    }
  }

  /** Wrong keys of a WRITE are not answered: the connection goes on. */
  @Test
  void shouldDropAWriteThatIsNotAllowed() {
    try (TwoEnds ends = fair(QueuePairType.UC)) {
      ends.a.pair.post(
          WorkRequest.write(
              1, ends.b.region.address(), ends.b.region.rkey() + 1, ends.a.region.slice(0, 8)));
      ends.b.postReceive(1, ends.b.region.slice(0, 8));
      ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 8)));
      ends.settle();
      assertThat(ends.b.completions).hasSize(1).allMatch(UnreliableTest::succeeded);
      assertThat(ends.a.completions).hasSize(2).allMatch(UnreliableTest::succeeded);
    }
  }

  @Test
  void shouldSayWhoSentADatagram() {
    try (TwoEnds ends = fair(QueuePairType.UD)) {
      ends.b.postReceive(1, ends.b.region.slice(0, 200));
      ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 10)).to(to(ends.b)));
      ends.settle();
      WorkCompletion came = ends.b.completions.getFirst();
      assertThat(came.bytes()).isEqualTo(50);
      assertThat(came.sender())
          .isEqualTo(
              Optional.of(
                  new Sender(ends.a.pair.self().address(), ends.a.pair.self().queuePair())));
      assertThat(BigEndianBytes.u8(ends.b.region.memory(), 20)).as("IPv4 header").isEqualTo(0x45);
      assertThat(BigEndianBytes.i32(ends.b.region.memory(), 32))
          .as("its source")
          .isEqualTo(0x0a000001);
    }
  }

  @Test
  void shouldDropDatagramsWithAnotherKey() {
    try (TwoEnds ends = fair(QueuePairType.UD)) {
      Destination wrong =
          new Destination(ends.b.pair.self().address(), ends.b.pair.self().queuePair(), QKEY + 1);
      ends.b.postReceive(1, ends.b.region.slice(0, 200));
      ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 10)).to(wrong));
      // With the highest bit one's own key is sent, which happens to be the right one.
      Destination own =
          new Destination(
              ends.b.pair.self().address(), ends.b.pair.self().queuePair(), 0x8000_0000);
      ends.a.pair.post(WorkRequest.send(3, ends.a.region.slice(0, 20)).to(own));
      ends.settle();
      assertThat(ends.b.completions).hasSize(1);
      assertThat(ends.b.completions.getFirst().bytes()).isEqualTo(60);
    }
  }

  @Test
  void shouldKeepReceivesForDatagramsThatFit() {
    try (TwoEnds ends = fair(QueuePairType.UD)) {
      ends.b.postReceive(1, ends.b.region.slice(0, 100));
      ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 61)).to(to(ends.b)));
      ends.a.pair.post(WorkRequest.send(3, ends.a.region.slice(0, 60)).to(to(ends.b)));
      ends.settle();
      assertThat(ends.b.completions).hasSize(1);
      assertThat(ends.b.completions.getFirst().bytes()).isEqualTo(100);
    }
  }

  @Test
  void shouldHearOnlyItsPartition() {
    for (int[] keys : new int[][] {{0xffff, 0x7fff, 1}, {0x7fff, 0x7fff, 0}, {0x8001, 0xffff, 0}}) {
      try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, QueuePairType.RC, false, Access.values())) {
        ConnectionSettings settings = ConnectionSettings.DEFAULT.patience(5, 1, 1);
        ends.a.pair.connect(ends.b.pair.self(), settings.inPartition(keys[0]));
        ends.b.pair.connect(ends.a.pair.self(), settings.inPartition(keys[1]));
        ends.a.pair.post(
            WorkRequest.write(
                1, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, 8)));
        ends.settle();
        assertThat(ends.a.completions.getFirst().status())
            .as("%x and %x", keys[0], keys[1])
            .isEqualTo(keys[2] == 1 ? Status.SUCCESS : Status.RETRY_EXCEEDED);
      }
    }
  }

  @Test
  void shouldTakeInlineDataAtOnce() {
    try (TwoEnds ends = new TwoEnds(Weather.FAIR, 1, ConnectionSettings.DEFAULT)) {
      ends.a.region.memory().asSlice(0, 64).fill((byte) 1);
      ends.a.pair.post(
          WorkRequest.write(
                  1, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, 64))
              .inlined());
      ends.a.region.memory().asSlice(0, 64).fill((byte) 2);
      ends.settle();
      assertThat(ends.b.region.memory().get(ValueLayout.JAVA_BYTE, 63)).isEqualTo((byte) 1);
      assertThatThrownBy(
              () -> ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 237)).inlined()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("236 is the maximum");
    }
  }

  @Test
  void shouldShareReceivesBetweenQueuePairs() {
    try (TwoEnds ends = fair(QueuePairType.RC)) {
      var shared = ends.b.domain.createSharedReceiveQueue(16);
      var limits = new QueuePairLimits(16, 0);
      for (int i = 0; i < 4; i++) {
        shared.postReceive(i, ends.b.region.slice(i * 100L, 100));
      }
      List<QueuePair> pairs = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        var here = ends.a.domain.createQueuePair(limits, ends.a.queue, ends.a.queue);
        var there =
            ends.b.domain.createQueuePair(
                QueuePairType.RC, limits, ends.b.queue, ends.b.queue, Optional.of(shared));
        here.connect(there.self(), ConnectionSettings.DEFAULT);
        there.connect(here.self(), ConnectionSettings.DEFAULT);
        here.post(WorkRequest.send(10 + i, ends.a.region.slice(0, 50)));
        pairs.add(there);
      }
      ends.settle();
      assertThat(ends.b.completions.stream().map(WorkCompletion::id)).containsExactly(0L, 1L, 2L);
      assertThat(ends.b.completions.stream().map(WorkCompletion::queuePair).distinct()).hasSize(3);
      pairs.getFirst().fail();
      assertThat(shared.posted()).as("those of an error stay for the others").isEqualTo(1);
      assertThatThrownBy(shared::close).isInstanceOf(IllegalStateException.class);
      pairs.forEach(QueuePair::close);
      shared.close();
    }
  }

  @Test
  void shouldRefuseWhatATypeCannotDo() {
    try (TwoEnds ends = fair(QueuePairType.UC)) {
      refused(
          ends,
          WorkRequest.read(
              1, ends.b.region.address(), ends.b.region.rkey(), ends.a.region.slice(0, 8)),
          "READ on a queue pair of type UC");
      refused(ends, WorkRequest.send(1).to(to(ends.b)), "destination");
    }
    try (TwoEnds ends = fair(QueuePairType.UD)) {
      refused(ends, WorkRequest.write(1, 0, 0).to(to(ends.b)), "WRITE on a queue pair of type UD");
      refused(ends, WorkRequest.send(1), "destination");
      refused(
          ends,
          WorkRequest.send(1, ends.a.region.slice(0, 257)).to(to(ends.b)),
          "256 is the maximum");
    }
  }

  private static void refused(TwoEnds ends, WorkRequest request, String words) {
    assertThatThrownBy(() -> ends.a.pair.post(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  private static TwoEnds fair(QueuePairType type) {
    TwoEnds ends = new TwoEnds(Weather.FAIR, 1, type, false, Access.values());
    start(ends, type);
    return ends;
  }

  private static Destination to(End end) {
    return new Destination(end.pair.self().address(), end.pair.self().queuePair(), QKEY);
  }

  private static boolean succeeded(WorkCompletion completion) {
    return completion.status() == Status.SUCCESS;
  }
}
