package dev.headroom.wire.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.verbs.QueuePair.State;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every device does, in real time; for each there is a class that says how to open two. */
abstract class VerbsContract {
  private static final ConnectionSettings SETTINGS = ConnectionSettings.DEFAULT;
  private static final int QKEY = 0x11111111;

  /** The two ends of a test; both may be of one device. */
  interface Devices extends AutoCloseable {
    Device one();

    Device other();

    @Override
    void close();
  }

  private Devices devices;
  private Arena arena;

  abstract Devices open() throws IOException;

  /** Whether random programs may leave it to the device to wait for READs. */
  boolean mayFence() {
    return true;
  }

  @BeforeEach
  final void openDevices() throws IOException {
    devices = open();
    arena = Arena.ofShared();
  }

  @AfterEach
  final void closeDevices() {
    if (devices != null) {
      devices.close();
      arena.close();
    }
  }

  /** Two connected sides. */
  private record Ends(Side a, Side b) {
    void connect(ConnectionSettings settings) {
      a.pair.connect(b.pair.self(), settings);
      b.pair.connect(a.pair.self(), settings);
    }

    WorkRequest write(long id, int bytes) {
      return WorkRequest.write(id, b.region.address(), b.region.rkey(), a.region.slice(0, bytes));
    }
  }

  private Ends sides(QueuePairType type, boolean shared, Access... access) {
    Access[] all = access.length == 0 ? Access.values() : access;
    return new Ends(
        new Side(devices.one(), arena, type, shared, all),
        new Side(devices.other(), arena, type, shared, all));
  }

  private Ends connected(ConnectionSettings settings, Access... access) {
    Ends ends = sides(QueuePairType.RC, false, access);
    ends.connect(settings);
    return ends;
  }

  private Ends connected() {
    return connected(SETTINGS);
  }

  private static List<Status> statuses(List<WorkCompletion> completions) {
    return completions.stream().map(WorkCompletion::status).toList();
  }

  // --- what goes well ---------------------------------------------------------------------------

  @Test
  void shouldWriteToThePeersMemory() throws InterruptedException {
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
  void shouldSendToReceivesInOrder() {
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
  void shouldReadAndChangeThePeersMemoryAtomically() {
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
  void shouldWriteWithImmediate(QueuePairType type) {
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
  void shouldCompleteOnlyWhatIsSignaled() throws InterruptedException {
    Ends ends = connected();
    for (int i = 0; i < 9; i++) {
      ends.a.pair.post(ends.write(i, 100).unsignaled());
    }
    ends.a.pair.post(ends.write(9, 100));
    assertThat(ends.a.next().id()).isEqualTo(9);
    ends.a.assertSilent();
  }

  @Test
  void shouldTakeInlineDataAtOnce() {
    Ends ends = connected();
    ends.a.region.memory().asSlice(0, 64).fill((byte) 1);
    ends.a.pair.post(ends.write(1, 64).inlined());
    ends.a.region.memory().asSlice(0, 64).fill((byte) 2);
    assertThat(ends.a.next().status()).isEqualTo(Status.SUCCESS);
    assertThat(ends.b.bytes(0, 64)).containsOnly(1);
  }

  /** A WRITE behind a fence does not change what a READ before it brings. */
  @Test
  void shouldWaitForReadsAtAFence() {
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
  void shouldServeManyQueuePairs() {
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
  void shouldShareReceivesBetweenQueuePairs(QueuePairType type) {
    Ends ends = sides(type, true);
    ends.connect(SETTINGS);
    var shared = ends.b.shared.orElseThrow();
    for (int i = 0; i < 4; i++) {
      shared.postReceive(i, ends.b.region.slice(i * 100L, 100));
    }
    QueuePairLimits limits = new QueuePairLimits(16, 0);
    Set<Integer> numbers = new java.util.HashSet<>();
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

  // --- datagrams --------------------------------------------------------------------------------

  @Test
  void shouldSayWhoSentADatagram() throws InterruptedException {
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

  // --- what goes wrong --------------------------------------------------------------------------

  @Test
  void shouldWaitForAPeerThatIsNotReady() throws InterruptedException {
    Ends ends = connected();
    ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 10)));
    ends.a.assertSilent();
    ends.b.pair.postReceive(2, ends.b.region.slice(0, 10));
    assertThat(ends.a.next().status()).isEqualTo(Status.SUCCESS);
    assertThat(ends.b.next().id()).isEqualTo(2);
  }

  @Test
  void shouldGiveUpOnAPeerThatIsNeverReady() {
    Ends ends = connected(SETTINGS.patience(14, 7, 2));
    ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 10)));
    ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 10)));
    assertThat(statuses(ends.a.take(2)))
        .containsExactly(Status.RNR_RETRY_EXCEEDED, Status.WORK_REQUEST_FLUSHED);
    assertThat(ends.a.pair.state()).isEqualTo(State.ERROR);
  }

  @Test
  void shouldGiveUpWhenNobodyAnswers() {
    Ends ends = sides(QueuePairType.RC, false);
    ends.a.pair.connect(ends.b.pair.self(), SETTINGS.patience(10, 3, 7)); // and not the other
    ends.a.pair.post(ends.write(1, 100));
    assertThat(ends.a.next().status()).isEqualTo(Status.RETRY_EXCEEDED);
    assertThat(ends.a.pair.state()).isEqualTo(State.ERROR);
  }

  /** What a peer may not do to memory. */
  enum Trespass {
    WRONG_KEY,
    BEYOND_THE_END,
    BEFORE_THE_BEGINNING,
    FAR_AWAY,
    NO_RIGHT_TO_THE_REGION,
    NO_RIGHT_OF_THE_QUEUE_PAIR,
    CLOSED_REGION
  }

  @ParameterizedTest
  @EnumSource(Trespass.class)
  void shouldRefuseWhatIsNotAllowed(Trespass how) {
    Access[] access =
        how == Trespass.NO_RIGHT_TO_THE_REGION
            ? new Access[] {Access.REMOTE_READ}
            : Access.values();
    Ends ends =
        connected(
            how == Trespass.NO_RIGHT_OF_THE_QUEUE_PAIR
                ? SETTINGS.allowing(Access.REMOTE_READ)
                : SETTINGS,
            access);
    long address = ends.b.region.address();
    int rkey = ends.b.region.rkey();
    if (how == Trespass.CLOSED_REGION) {
      ends.b.region.close();
    }
    long to =
        switch (how) {
          case BEYOND_THE_END -> address + Side.REGION - 7;
          case BEFORE_THE_BEGINNING -> address - 1;
          case FAR_AWAY -> 0x7fff_ffff_ffffL;
          default -> address;
        };
    ends.a.fill(6);
    ends.b.postReceive(3);
    int key = how == Trespass.WRONG_KEY ? rkey ^ 0x55 : rkey;
    ends.a.pair.post(WorkRequest.write(1, to, key, ends.a.region.slice(0, 8)));
    ends.a.pair.post(WorkRequest.write(2, to, key, ends.a.region.slice(0, 8)));
    List<Status> said = statuses(ends.a.take(2));
    assertThat(said.getFirst())
        .isIn(
            how == Trespass.NO_RIGHT_OF_THE_QUEUE_PAIR
                ? Set.of(Status.REMOTE_ACCESS_ERROR, Status.REMOTE_INVALID_REQUEST)
                : Set.of(Status.REMOTE_ACCESS_ERROR));
    assertThat(said.get(1)).isEqualTo(Status.WORK_REQUEST_FLUSHED);
    assertThat(ends.b.bytes(0, Side.REGION)).containsOnly(0);
    assertThat(ends.b.isUntouchedAround()).isTrue();
  }

  @Test
  void shouldRefuseAnAtomicThatIsNotAligned() {
    Ends ends = connected();
    WorkRequest request =
        WorkRequest.fetchAndAdd(
            1, ends.b.region.address() + 4, ends.b.region.rkey(), 1, ends.a.region.slice(0, 8));
    try {
      ends.a.pair.post(request);
    } catch (IllegalStateException e) {
      return; // a driver may look at the address itself, as the kernel's soft-RoCE does
    }
    assertThat(ends.a.next().status()).isEqualTo(Status.REMOTE_INVALID_REQUEST);
  }

  @Test
  void shouldRefuseWhatIsLongerThanTheReceive() {
    Ends ends = connected();
    ends.b.pair.postReceive(5, ends.b.region.slice(0, 100));
    ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(0, 101)));
    // Of the two that the specification has, the kernel's soft-RoCE chooses the others.
    assertThat(ends.a.next().status())
        .isIn(Status.REMOTE_INVALID_REQUEST, Status.REMOTE_OPERATIONAL_ERROR);
    assertThat(ends.b.next().status())
        .isIn(Status.LOCAL_LENGTH_ERROR, Status.LOCAL_OPERATION_ERROR);
    assertThat(ends.b.bytes(100, 100)).containsOnly(0);
  }

  @Test
  void shouldRefuseMisuseAtOnce() {
    Ends ends = connected();
    assertThatThrownBy(
            () -> ends.a.pair.post(WorkRequest.send(1, ends.a.region.slice(Side.REGION - 3, 4))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not within a region");
    assertThatThrownBy(() -> ends.a.pair.post(WorkRequest.send(1, ends.b.region.slice(0, 4))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> ends.a.domain.register(ends.a.memory.asSlice(0, 8), Set.of(Access.REMOTE_WRITE)))
        .hasMessageContaining("LOCAL_WRITE too");
    assertThatThrownBy(() -> ends.a.pair.connect(ends.b.pair.self(), SETTINGS))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ends.a.pair.open(new DatagramSettings(1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> ends.a.pair.post(WorkRequest.send(2, ends.a.region.slice(0, 237)).inlined()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("236 is the most");
    assertThatThrownBy(() -> ends.a.device.createCompletionQueue(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  // --- states -----------------------------------------------------------------------------------

  @Test
  void shouldPassThroughTheStates() {
    Ends ends = sides(QueuePairType.RC, false);
    QueuePair pair = ends.a.pair;
    assertThat(pair.state()).isEqualTo(State.INIT);
    assertThatThrownBy(() -> pair.readyToSend(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> pair.post(WorkRequest.send(1)))
        .isInstanceOf(IllegalStateException.class);
    pair.readyToReceive(ends.b.pair.self(), SETTINGS);
    assertThat(pair.state()).isEqualTo(State.RTR);
    assertThatThrownBy(pair::drain).isInstanceOf(IllegalStateException.class);
    pair.readyToSend(pair.self().startingPsn());
    assertThat(pair.state()).isEqualTo(State.RTS);
    pair.drain();
    assertThat(pair.state()).isEqualTo(State.SQD);
    pair.resume();
    assertThat(pair.state()).isEqualTo(State.RTS);
    pair.fail();
    assertThat(pair.state()).isEqualTo(State.ERROR);
    assertThatThrownBy(pair::resume).isInstanceOf(IllegalStateException.class);
    pair.reset();
    assertThat(pair.state()).isEqualTo(State.RESET);
    pair.initialize();
    assertThat(pair.state()).isEqualTo(State.INIT);
  }

  @Test
  void shouldFlushWhatIsPostedWhenItFails() {
    Ends ends = connected();
    ends.a.pair.postReceive(1, ends.a.region.slice(0, 8));
    ends.a.pair.postReceive(2, ends.a.region.slice(8, 8));
    ends.a.pair.fail();
    assertThat(statuses(ends.a.take(2))).containsOnly(Status.WORK_REQUEST_FLUSHED);
  }

  @Test
  void shouldFlushWhatIsPostedWhenItCloses() {
    Ends ends = connected();
    ends.a.pair.postReceive(1, ends.a.region.slice(0, 8));
    ends.a.pair.close();
    assertThat(statuses(ends.a.take(1))).containsOnly(Status.WORK_REQUEST_FLUSHED);
  }

  /** After a reset it can be connected again, and knows nothing of what was. */
  @Test
  void shouldBeginAnewAfterAReset() throws InterruptedException {
    Ends ends = connected();
    ends.a.pair.post(ends.write(1, 100));
    assertThat(ends.a.next().id()).isEqualTo(1);
    ends.b.pair.postReceive(9, ends.b.region.slice(0, 8));
    ends.a.pair.reset();
    ends.b.pair.reset();
    ends.a.assertSilent();
    ends.b.assertSilent();
    ends.a.pair.initialize();
    ends.b.pair.initialize();
    ends.a.pair.readyToReceive(ends.b.pair.self(), SETTINGS);
    ends.a.pair.readyToSend(0xfffffe);
    Peer anew = new Peer(ends.a.pair.self().address(), ends.a.pair.self().queuePair(), 0xfffffe);
    ends.b.pair.connect(anew, SETTINGS);
    ends.a.fill(7);
    ends.a.pair.post(ends.write(2, 9000));
    assertThat(ends.a.next().id()).isEqualTo(2);
    assertThat(ends.b.bytes(0, 9000)).isEqualTo(ends.a.bytes(0, 9000));
  }

  // --- anything ---------------------------------------------------------------------------------

  /** Random programs in both directions, with receives that come too late now and then. */
  @ParameterizedTest
  @CsvSource({"1,256", "2,512", "3,1024", "4,1024", "5,1024", "6,1024"})
  void shouldEndAsAModelSays(int seed, int mtu) {
    Ends ends = sides(QueuePairType.RC, seed % 2 == 0);
    ends.connect(SETTINGS.mtu(mtu).patience(14, 7, 7));
    RandomProgram.Place a = RandomProgram.Place.of(ends.a);
    RandomProgram.Place b = RandomProgram.Place.of(ends.b);
    RandomProgram forth = new RandomProgram(a, b, 2L * seed);
    RandomProgram back = new RandomProgram(b, a, 2L * seed + 1);
    forth.prepare(ends.a);
    back.prepare(ends.b);
    SplittableRandom random = new SplittableRandom(seed);
    int[] posted = new int[4];
    while (posted[0] < forth.requests()
        || posted[1] < back.requests()
        || posted[2] < forth.receives()
        || posted[3] < back.receives()) {
      switch (random.nextInt(4)) {
        case 0 -> posted[0] += forth.post(ends.a, posted[0], mayFence());
        case 1 -> posted[1] += back.post(ends.b, posted[1], mayFence());
        case 2 -> posted[2] += forth.postReceive(ends.b, posted[2]);
        default -> posted[3] += back.postReceive(ends.a, posted[3]);
      }
    }
    List<WorkCompletion> atA = ends.a.take(forth.signaled() + back.receives());
    List<WorkCompletion> atB = ends.b.take(back.signaled() + forth.receives());
    forth.judgeAsking(ends.a, atA);
    forth.judgeAsked(ends.b, atB);
    back.judgeAsking(ends.b, atB);
    back.judgeAsked(ends.a, atA);
  }
}
