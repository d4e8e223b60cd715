package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class ReliableConnectionTest {
  private static final ConnectionSettings SETTINGS = ConnectionSettings.DEFAULT;

  @Test
  void shouldWriteToThePeersMemory() {
    try (TwoEnds ends = ends()) {
      fill(ends.a.region.memory(), 5000);
      ends.a.pair.post(
          WorkRequest.write(
              7,
              ends.b.region.address() + 100,
              ends.b.region.rkey(),
              ends.a.region.slice(0, 5000)));
      ends.settle();

      assertThat(statuses(ends.a.completions)).containsExactly(Status.SUCCESS);
      assertThat(ends.a.completions.getFirst().id()).isEqualTo(7);
      assertThat(
              MemorySegment.mismatch(
                  ends.a.region.memory(), 0, 5000, ends.b.region.memory(), 100, 5100))
          .isEqualTo(-1);
      assertThat(ends.b.completions).isEmpty();
    }
  }

  @Test
  void shouldSendToReceivesInOrder() {
    try (TwoEnds ends = ends()) {
      fill(ends.a.region.memory(), 3000);
      ends.b.pair.postReceive(1, ends.b.region.slice(0, 1000), ends.b.region.slice(5000, 4000));
      ends.b.pair.postReceive(2, ends.b.region.slice(2000, 0));
      ends.a.pair.post(WorkRequest.send(10, ends.a.region.slice(0, 3000)).withImmediate(-5));
      ends.a.pair.post(WorkRequest.send(11));
      ends.settle();

      assertThat(ends.b.completions).hasSize(2);
      assertThat(ends.b.completions.get(0).bytes()).isEqualTo(3000);
      assertThat(ends.b.completions.get(0).immediate()).isEqualTo(OptionalInt.of(-5));
      assertThat(ends.b.completions.get(1).immediate()).isEmpty();
      MemorySegment there = ends.b.region.memory();
      MemorySegment here = ends.a.region.memory();
      assertThat(MemorySegment.mismatch(here, 0, 1000, there, 0, 1000)).isEqualTo(-1);
      assertThat(MemorySegment.mismatch(here, 1000, 3000, there, 5000, 7000)).isEqualTo(-1);
    }
  }

  @Test
  void shouldReadAndChangeThePeersMemoryAtomically() {
    try (TwoEnds ends = ends()) {
      long there = ends.b.region.address();
      int rkey = ends.b.region.rkey();
      ends.b.region.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 40);
      ends.a.pair.post(WorkRequest.fetchAndAdd(1, there, rkey, 2, ends.a.region.slice(0, 8)));
      ends.a.pair.post(
          WorkRequest.compareAndSwap(2, there, rkey, 42, 99, ends.a.region.slice(8, 8)));
      ends.a.pair.post(
          WorkRequest.compareAndSwap(3, there, rkey, 42, 7, ends.a.region.slice(16, 8)));
      ends.a.pair.post(
          WorkRequest.read(4, there, rkey, ends.a.region.slice(1000, 3000)).afterReads());
      ends.settle();

      assertThat(statuses(ends.a.completions)).hasSize(4).containsOnly(Status.SUCCESS);
      assertThat(longs(ends.a.region.memory(), 0, 3)).containsExactly(40L, 42L, 99L);
      assertThat(longs(ends.a.region.memory(), 1000, 1)).containsExactly(99L);
      assertThat(ends.a.completions.get(3).bytes()).isEqualTo(3000);
    }
  }

  @Test
  void shouldWaitForAPeerThatIsNotReady() {
    try (TwoEnds ends = ends()) {
      ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 10)));
      assertThat(ends.until(() -> ends.network.nowNs() > 5_000_000)).isTrue();
      assertThat(ends.a.completions).isEmpty();
      ends.b.pair.postReceive(2, ends.b.region.slice(0, 10));
      ends.settle();

      assertThat(statuses(ends.a.completions)).containsExactly(Status.SUCCESS);
      assertThat(ends.network.nowNs()).as("0.64 ms for each RNR NAK").isGreaterThan(5_000_000);
    }
  }

  @Test
  void shouldGiveUpOnAPeerThatIsNeverReady() {
    try (TwoEnds ends = new TwoEnds(RoughNetwork.Weather.FAIR, 1, SETTINGS.patience(12, 7, 2))) {
      ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 10)));
      ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 10)));
      ends.settle();

      assertThat(statuses(ends.a.completions))
          .containsExactly(Status.RNR_RETRY_EXCEEDED, Status.WORK_REQUEST_FLUSHED);
      assertThat(ends.a.pair.state()).isEqualTo(QueuePair.State.ERROR);
    }
  }

  @Test
  void shouldGiveUpWhenNobodyAnswers() {
    RoughNetwork.Weather storm = new RoughNetwork.Weather(1, 0, 0, 1);
    try (TwoEnds ends = new TwoEnds(storm, 1, SETTINGS.patience(10, 3, 7))) {
      ends.a.pair.post(WorkRequest.write(1, ends.b.region.address(), ends.b.region.rkey()));
      ends.settle();

      assertThat(statuses(ends.a.completions)).containsExactly(Status.RETRY_EXCEEDED);
      assertThat(ends.network.nowNs())
          .as("four times 4.096 us x 2^10")
          .isBetween(16_777_216L, 16_777_300L);
      assertThat(ends.network.seen).hasSize(4);
    }
  }

  @Test
  void shouldRefuseWhatIsNotAllowed() {
    try (TwoEnds ends = ends()) {
      refused(
          ends, ends.b.region.address(), ends.b.region.rkey() + 1, 8, Status.REMOTE_ACCESS_ERROR);
    }
    try (TwoEnds ends = ends()) {
      long end = ends.b.region.address() + TwoEnds.REGION;
      refused(ends, end - 7, ends.b.region.rkey(), 8, Status.REMOTE_ACCESS_ERROR);
    }
    try (TwoEnds ends = ends()) {
      refused(
          ends, ends.b.region.address() - 1, ends.b.region.rkey(), 8, Status.REMOTE_ACCESS_ERROR);
    }
    try (TwoEnds ends = ends()) {
      refused(ends, Long.MAX_VALUE, ends.b.region.rkey(), 8, Status.REMOTE_ACCESS_ERROR);
    }
    try (TwoEnds ends =
        new TwoEnds(
            RoughNetwork.Weather.FAIR, 1, SETTINGS, Access.LOCAL_WRITE, Access.REMOTE_READ)) {
      refused(ends, ends.b.region.address(), ends.b.region.rkey(), 8, Status.REMOTE_ACCESS_ERROR);
    }
    try (TwoEnds ends =
        new TwoEnds(RoughNetwork.Weather.FAIR, 1, SETTINGS.allowing(Access.REMOTE_READ))) {
      refused(ends, ends.b.region.address(), ends.b.region.rkey(), 8, Status.REMOTE_ACCESS_ERROR);
    }
    try (TwoEnds ends = ends()) {
      ends.b.region.close();
      refused(ends, ends.b.region.address(), ends.b.region.rkey(), 8, Status.REMOTE_ACCESS_ERROR);
    }
  }

  private static void refused(TwoEnds ends, long address, int rkey, int bytes, Status status) {
    fill(ends.a.region.memory(), bytes);
    ends.a.pair.post(WorkRequest.write(1, address, rkey, ends.a.region.slice(0, bytes)));
    ends.a.pair.post(WorkRequest.write(2, address, rkey, ends.a.region.slice(0, bytes)));
    ends.b.pair.postReceive(3);
    ends.settle();

    assertThat(statuses(ends.a.completions)).containsExactly(status, Status.WORK_REQUEST_FLUSHED);
    assertThat(ends.b.completions).hasSize(1);
    assertThat(ends.b.pair.state()).isEqualTo(QueuePair.State.ERROR);
    assertThat(ends.b.isUntouchedAround()).isTrue();
  }

  @Test
  void shouldRefuseAnAtomicThatIsNotAligned() {
    try (TwoEnds ends = ends()) {
      ends.a.pair.post(
          WorkRequest.fetchAndAdd(
              1, ends.b.region.address() + 4, ends.b.region.rkey(), 1, ends.a.region.slice(0, 8)));
      ends.settle();
      assertThat(statuses(ends.a.completions)).containsExactly(Status.REMOTE_INVALID_REQUEST);
    }
  }

  @Test
  void shouldRefuseWhatIsLongerThanTheReceive() {
    try (TwoEnds ends = ends()) {
      ends.b.pair.postReceive(5, ends.b.region.slice(0, 100));
      ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 101)));
      ends.settle();

      assertThat(statuses(ends.a.completions)).containsExactly(Status.REMOTE_INVALID_REQUEST);
      assertThat(statuses(ends.b.completions)).containsExactly(Status.LOCAL_LENGTH_ERROR);
    }
  }

  @Test
  void shouldRefuseMisuseAtOnce() {
    try (TwoEnds ends = ends();
        Arena own = Arena.ofConfined()) {
      ScatterGather beyond = ends.a.region.slice(TwoEnds.REGION - 3, 4);
      assertThatThrownBy(() -> ends.a.pair.post(WorkRequest.send(1, beyond)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not within a memory region");
      ScatterGather stranger = ends.b.region.slice(0, 4);
      assertThatThrownBy(() -> ends.a.pair.post(WorkRequest.send(1, stranger)))
          .isInstanceOf(IllegalArgumentException.class);
      MemorySegment confined = own.allocate(64);
      assertThatThrownBy(() -> ends.a.domain.register(confined, Set.of(Access.LOCAL_WRITE)))
          .hasMessageContaining("a shared arena");
      assertThatThrownBy(() ->
              ends.a.domain.register(
                  MemorySegment.ofArray(new byte[8]), Set.of(Access.REMOTE_WRITE)))
          .hasMessageContaining("LOCAL_WRITE too");
      assertThatThrownBy(() -> ends.a.pair.connect(ends.b.pair.self(), SETTINGS))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  /** Real sockets, on two loopback addresses. */
  @Test
  void shouldTalkOverUdp() throws Exception {
    SoftDevice one;
    SoftDevice other;
    try {
      one = udp("127.0.0.1");
      other = udp("127.0.0.2");
    } catch (BindException e) {
      Assumptions.abort("UDP port 4791 is taken: " + e.getMessage());
      return;
    }
    try (SoftLoop first = SoftLoop.start(one);
        SoftLoop second = SoftLoop.start(other);
        Arena arena = Arena.ofShared()) {
      var domain = one.allocateProtectionDomain();
      var otherDomain = other.allocateProtectionDomain();
      var queue = one.createCompletionQueue(64);
      var otherQueue = other.createCompletionQueue(64);
      var limits = new QueuePairLimits(64, 64);
      var pair = domain.createQueuePair(limits, queue, queue);
      var otherPair = otherDomain.createQueuePair(limits, otherQueue, otherQueue);
      pair.connect(otherPair.self(), SETTINGS.mtu(4096));
      otherPair.connect(pair.self(), SETTINGS.mtu(4096));
      var here = domain.register(arena.allocate(1 << 20, 8), Set.of(Access.LOCAL_WRITE));
      var there =
          otherDomain.register(
              arena.allocate(1 << 20, 8), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
      fill(here.memory(), 1 << 20);
      pair.post(WorkRequest.write(1, there.address(), there.rkey(), here.slice(0, 1 << 20)));
      WorkCompletion done = queue.await(10_000_000_000L).orElseThrow();

      assertThat(done.status()).isEqualTo(Status.SUCCESS);
      assertThat(here.memory().mismatch(there.memory())).isEqualTo(-1);
      assertThat(first.failure()).isEmpty();
      assertThat(second.failure()).isEmpty();
    }
  }

  /** Whoever closes as soon as a message is there still acknowledges it. */
  @Test
  void shouldAcknowledgeBeforeItIsClosed() {
    try (TwoEnds ends = new TwoEnds(RoughNetwork.Weather.FAIR, 1, SETTINGS.patience(5, 2, 2))) {
      ends.b.pair.postReceive(1, ends.b.region.slice(0, 100));
      ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 100)));
      assertThat(ends.until(() -> !ends.b.completions.isEmpty())).isTrue();
      ends.b.pair.close();
      ends.settle();
      assertThat(statuses(ends.a.completions)).containsExactly(Status.SUCCESS);
    }
  }

  /** Over IPv6, between two queue pairs of one device. */
  @Test
  void shouldTalkOverIpv6() throws Exception {
    SoftDevice device;
    try {
      device = SoftDevice.open(InetAddress.ofLiteral("::1"), 14_799);
    } catch (IOException e) {
      Assumptions.abort("no IPv6 here: " + e.getMessage());
      return;
    }
    try (SoftLoop loop = SoftLoop.start(device);
        Arena arena = Arena.ofShared()) {
      var domain = device.allocateProtectionDomain();
      var queue = device.createCompletionQueue(64);
      var limits = new QueuePairLimits(64, 64);
      var pair = domain.createQueuePair(limits, queue, queue);
      var other = domain.createQueuePair(limits, queue, queue);
      pair.connect(other.self(), SETTINGS.mtu(4096));
      other.connect(pair.self(), SETTINGS.mtu(4096));
      var here =
          domain.register(
              arena.allocate(1 << 16, 8), Set.of(Access.LOCAL_WRITE, Access.REMOTE_READ));
      fill(here.memory(), 20_000);
      pair.post(WorkRequest.read(1, here.address(), here.rkey(), here.slice(30_000, 20_000)));
      WorkCompletion done = queue.await(10_000_000_000L).orElseThrow();

      assertThat(done.status()).isEqualTo(Status.SUCCESS);
      assertThat(MemorySegment.mismatch(here.memory(), 0, 20_000, here.memory(), 30_000, 50_000))
          .isEqualTo(-1);
      assertThat(loop.failure()).isEmpty();
    }
  }

  /** What is older than the connection itself is answered with the PSN before its first. */
  @Test
  void shouldAcknowledgeNothingThatWasNotSent() {
    try (TwoEnds ends =
        new TwoEnds(RoughNetwork.Weather.FAIR, 1, QueuePairType.RC, false, Access.values())) {
      Peer a = ends.a.pair.self();
      ends.b.pair.connect(new Peer(a.address(), a.queuePair(), 105), SETTINGS);
      ends.a.pair.connect(ends.b.pair.self(), SETTINGS, 100);
      ends.a.pair.post(WorkRequest.write(1, 0, 0));
      ends.until(() -> ends.network.seen.size() == 2);
      MemorySegment answer = MemorySegment.ofArray(ends.network.seen.get(1));
      FrameHeaders frame = new FrameHeaders();
      frame.read(answer, 0, answer.byteSize(), LinkType.RAW_IP, answer.byteSize());
      assertThat(frame.operation()).isEqualTo(BthOperation.ACKNOWLEDGE);
      assertThat(Bth.psn(answer, frame.bthAt())).isEqualTo(104);
    }
  }

  private static SoftDevice udp(String address) throws IOException {
    Inet4Address own = (Inet4Address) InetAddress.getByName(address);
    return SoftDevice.open(own);
  }

  private static TwoEnds ends() {
    return new TwoEnds(RoughNetwork.Weather.FAIR, 1, SETTINGS);
  }

  private static void fill(MemorySegment memory, int bytes) {
    for (int i = 0; i < bytes; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8) + 1));
    }
  }

  private static long[] longs(MemorySegment memory, long at, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8L * i);
    }
    return values;
  }

  private static List<Status> statuses(List<WorkCompletion> completions) {
    return completions.stream().map(WorkCompletion::status).toList();
  }
}
