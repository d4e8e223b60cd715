package dev.headroom.wire.verbs;

import static dev.headroom.wire.verbs.ConnectedEnds.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of work that is asked for rightly: memory, completions, and their order. */
interface TransferContract extends ConnectedEnds {
  int QKEY = 0x11111111;

  @Test
  default void shouldWriteToThePeersMemory() throws InterruptedException {
    Ends ends = connected();
    ends.a.fill(1);
    ends.a.pair.post(
        WorkRequest.write(
            7, ends.b.region.address() + 100, ends.b.region.rkey(), ends.a.region.slice(0, 5000)));
    WorkCompletion done = ends.a.next();
    assertThat(done.status()).isEqualTo(Status.SUCCESS);
    assertThat(done.id()).isEqualTo(7);
    assertThat(done.receive()).isFalse();
    assertThat(done.queuePair()).isEqualTo(ends.a.pair.self().queuePair());
    assertThat(ends.b.bytes(100, 5000)).isEqualTo(ends.a.bytes(0, 5000));
    assertThat(ends.b.bytes(5100, 100)).containsOnly(0);
    ends.b.assertSilent();
  }

  @Test
  default void shouldSendToReceivesInOrder() {
    Ends ends = connected();
    ends.a.fill(2);
    ends.b.pair.postReceive(1, ends.b.region.slice(0, 1000), ends.b.region.slice(5000, 4000));
    ends.b.pair.postReceive(2, ends.b.region.slice(2000, 0));
    ends.a.pair.post(WorkRequest.send(10, ends.a.region.slice(0, 3000)).withImmediate(-5));
    ends.a.pair.post(WorkRequest.send(11));
    List<WorkCompletion> came = ends.b.take(2);
    assertThat(came).allMatch(WorkCompletion::receive);
    assertThat(came.get(0).id()).isEqualTo(1);
    assertThat(came.get(0).bytes()).isEqualTo(3000);
    assertThat(came.get(0).immediate()).isEqualTo(OptionalInt.of(-5));
    assertThat(came.get(1).id()).isEqualTo(2);
    assertThat(came.get(1).bytes()).isZero();
    assertThat(came.get(1).immediate()).isEmpty();
    assertThat(ends.b.bytes(0, 1000)).isEqualTo(ends.a.bytes(0, 1000));
    assertThat(ends.b.bytes(5000, 2000)).isEqualTo(ends.a.bytes(1000, 2000));
    assertThat(ends.a.take(2).stream().map(WorkCompletion::id)).containsExactly(10L, 11L);
  }

  @Test
  default void shouldReadAndChangeThePeersMemoryAtomically() {
    Ends ends = connected();
    long there = ends.b.region.address();
    int rkey = ends.b.region.rkey();
    ends.b.region.memory().set(ValueLayout.JAVA_LONG, 0, 40);
    ends.a.pair.post(WorkRequest.fetchAndAdd(1, there, rkey, 2, ends.a.region.slice(0, 8)));
    ends.a.pair.post(WorkRequest.compareAndSwap(2, there, rkey, 42, 99, ends.a.region.slice(8, 8)));
    ends.a.pair.post(WorkRequest.compareAndSwap(3, there, rkey, 42, 7, ends.a.region.slice(16, 8)));
    ends.a.pair.post(
        WorkRequest.read(4, there, rkey, ends.a.region.slice(1000, 3000)).afterReads());
    List<WorkCompletion> done = ends.a.take(4);
    assertThat(statuses(done)).containsOnly(Status.SUCCESS);
    assertThat(done.get(0).bytes()).isEqualTo(8);
    assertThat(done.get(3).bytes()).isEqualTo(3000);
    var memory = ends.a.region.memory();
    assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(40);
    assertThat(memory.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
    assertThat(memory.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(99);
    assertThat(memory.get(ValueLayout.JAVA_LONG, 1000)).isEqualTo(99);
  }

  @ParameterizedTest
  @EnumSource(
      value = QueuePairType.class,
      names = {"RC", "UC"})
  default void shouldWriteWithImmediate(QueuePairType type) {
    Ends ends = sides(type, false);
    ends.connect(SETTINGS);
    ends.a.fill(3);
    ends.b.postReceive(3);
    ends.a.pair.post(ends.write(1, 5000).withImmediate(77));
    WorkCompletion came = ends.b.next();
    assertThat(came.immediate()).isEqualTo(OptionalInt.of(77));
    assertThat(came.bytes()).isEqualTo(5000);
    assertThat(ends.b.bytes(0, 5000)).isEqualTo(ends.a.bytes(0, 5000));
    assertThat(ends.a.next().status()).isEqualTo(Status.SUCCESS);
  }

  @Test
  default void shouldCompleteOnlyWhatIsSignaled() throws InterruptedException {
    Ends ends = connected();
    for (int i = 0; i < 9; i++) {
      ends.a.pair.post(ends.write(i, 100).unsignaled());
    }
    ends.a.pair.post(ends.write(9, 100));
    assertThat(ends.a.next().id()).isEqualTo(9);
    ends.a.assertSilent();
  }

  @Test
  default void shouldTakeInlineDataAtOnce() {
    Ends ends = connected();
    ends.a.region.memory().asSlice(0, 64).fill((byte) 1);
    ends.a.pair.post(ends.write(1, 64).inlined());
    ends.a.region.memory().asSlice(0, 64).fill((byte) 2);
    assertThat(ends.a.next().status()).isEqualTo(Status.SUCCESS);
    assertThat(ends.b.bytes(0, 64)).containsOnly(1);
  }

  /** A WRITE behind a fence does not change what a READ before it brings. */
  @Test
  default void shouldWaitForReadsAtAFence() {
    Ends ends = connected();
    ends.b.fill(9);
    byte[] before = ends.b.bytes(0, Side.REGION);
    long target = ends.b.region.address();
    int rkey = ends.b.region.rkey();
    int half = Side.REGION / 2;
    ends.a.pair.post(WorkRequest.read(1, target, rkey, ends.a.region.slice(0, half)));
    ends.a.pair.post(
        WorkRequest.write(2, target, rkey, ends.a.region.slice(half, half)).afterReads());
    assertThat(ends.a.take(2).stream().map(WorkCompletion::id)).containsExactly(1L, 2L);
    assertThat(ends.a.bytes(0, half)).isEqualTo(Arrays.copyOf(before, half));
    assertThat(ends.b.bytes(0, half)).containsOnly(0);
  }

  /** Work on many queue pairs at once, as much as their queues take. */
  @Test
  default void shouldServeManyQueuePairs() {
    Ends first = connected();
    first.a.fill(4);
    int count = 16;
    int each = 8;
    List<QueuePair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      QueuePair here =
          first.a.domain.createQueuePair(new QueuePairLimits(8, 8), first.a.queue, first.a.queue);
      QueuePair there =
          first.b.domain.createQueuePair(new QueuePairLimits(8, 8), first.b.queue, first.b.queue);
      here.connect(there.self(), SETTINGS);
      there.connect(here.self(), SETTINGS);
      pairs.add(here);
    }
    int bytes = Side.REGION / count / each;
    for (int k = 0; k < each; k++) {
      for (int i = 0; i < count; i++) {
        long at = ((long) i * each + k) * bytes;
        pairs
            .get(i)
            .post(
                WorkRequest.write(
                    at,
                    first.b.region.address() + at,
                    first.b.region.rkey(),
                    first.a.region.slice(at, bytes)));
      }
    }
    assertThat(statuses(first.a.take(count * each))).containsOnly(Status.SUCCESS);
    assertThat(first.b.bytes(0, Side.REGION)).isEqualTo(first.a.bytes(0, Side.REGION));
  }

  @ParameterizedTest
  @EnumSource(
      value = QueuePairType.class,
      names = {"RC", "UC"})
  default void shouldShareReceivesBetweenQueuePairs(QueuePairType type) {
    Ends ends = sides(type, true);
    ends.connect(SETTINGS);
    var shared = ends.b.shared.orElseThrow();
    for (int i = 0; i < 4; i++) {
      shared.postReceive(i, ends.b.region.slice(i * 100L, 100));
    }
    QueuePairLimits limits = new QueuePairLimits(16, 0);
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      QueuePair here =
          ends.a.domain.createQueuePair(type, limits, ends.a.queue, ends.a.queue, Optional.empty());
      QueuePair there =
          ends.b.domain.createQueuePair(
              type, limits, ends.b.queue, ends.b.queue, Optional.of(shared));
      here.connect(there.self(), SETTINGS);
      there.connect(here.self(), SETTINGS);
      here.post(WorkRequest.send(10 + i, ends.a.region.slice(0, 50 + i)));
      WorkCompletion came = ends.b.next();
      assertThat(came.id()).isEqualTo(i);
      assertThat(came.bytes()).isEqualTo(50 + i);
      numbers.add(came.queuePair());
    }
    assertThat(numbers).hasSize(3);
    assertThat(shared.posted()).isEqualTo(1);
    assertThatThrownBy(shared::close).isInstanceOf(IllegalStateException.class);
  }

  @Test
  default void shouldSayWhoSentADatagram() throws InterruptedException {
    Ends ends = sides(QueuePairType.UD, false);
    DatagramSettings settings = new DatagramSettings(QKEY);
    ends.a.pair.open(settings);
    ends.b.pair.open(settings);
    ends.a.fill(5);
    ends.b.postReceive(1, ends.b.region.slice(0, 200));
    ends.b.postReceive(2, ends.b.region.slice(200, 200));
    Peer to = ends.b.pair.self();
    Destination wrong = new Destination(to.address(), to.queuePair(), QKEY + 1);
    Destination right = new Destination(to.address(), to.queuePair(), QKEY);
    ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 20)).to(wrong));
    ends.a.pair.post(WorkRequest.send(3, ends.a.region.slice(0, 10)).to(right).withImmediate(9));
    WorkCompletion came = ends.b.next();
    assertThat(came.id()).isEqualTo(1);
    assertThat(came.bytes()).isEqualTo(50);
    assertThat(came.immediate()).isEqualTo(OptionalInt.of(9));
    Peer from = ends.a.pair.self();
    assertThat(came.sender()).isEqualTo(Optional.of(new Sender(from.address(), from.queuePair())));
    assertThat(ends.b.bytes(40, 10)).isEqualTo(ends.a.bytes(0, 10));
    assertThat(statuses(ends.a.take(2))).containsOnly(Status.SUCCESS);
    ends.b.assertSilent();
  }
}
