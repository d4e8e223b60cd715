package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.Sender;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Queue pair of a native device. Ids of work requests are kept here; the device has numbers
 * instead, which say what kind of work it was: a completion that failed does not tell
 * (ibv_poll_cq(3)).
 */
final class NativeQueuePair implements QueuePair {
  /** The two highest bits of a number say what was posted; those of a send have neither. */
  private static final long RECEIVE = 1L << 62;

  static final long SHARED_RECEIVE = 2L << 62;
  private static final long KIND = 3L << 62;

  /** How often it was reset: what was posted before that is forgotten. */
  private static final int LIFE_SHIFT = 48;

  private static final long LIFE = 0x3fffL << LIFE_SHIFT;
  private static final long INDEX = (1L << LIFE_SHIFT) - 1;

  /** enum ibv_qp_type. */
  private static final int RC = 2;

  private static final int UC = 3;
  private static final int UD = 4;

  /** How long one that is closed waits for what it has to flush, if nothing comes. */
  private static final int FLUSH_MS = 50;

  private final NativeProtectionDomain domain;
  private final NativeDevice device;
  private final QueuePairType type;
  private final QueuePairLimits limits;
  private final NativeCompletionQueue sends;
  private final NativeCompletionQueue receives;
  private final Optional<NativeSharedReceiveQueue> shared;
  private final MemorySegment handle;
  private final Peer self;
  private final Arena arena = Arena.ofShared();
  private final NativeWorkRequests.Sends sending;
  private final NativeWorkRequests.Receives receiving;
  private final Work[] sent;
  private final Room[] rooms;
  private final QueuePairStates states;
  private final AddressHandles addressHandles;
  private long life;
  private long posted;
  private long done;
  private long roomsPosted;
  private long roomsTaken;
  private ConnectionSettings agreed = ConnectionSettings.DEFAULT;
  private int trafficClass;
  private int mostDatagram;
  private boolean closed;

  /** What was asked for. */
  private record Work(long id, boolean answered, long bytes) {}

  /** Where a receive goes; a datagram's begins with its network header. */
  private record Room(long id, @Nullable MemorySegment first) {}

  NativeQueuePair(
      NativeProtectionDomain domain,
      QueuePairType type,
      QueuePairLimits limits,
      NativeCompletionQueue sends,
      NativeCompletionQueue receives,
      Optional<NativeSharedReceiveQueue> shared) {
    this.domain = domain;
    device = domain.device;
    this.type = type;
    this.limits = limits;
    this.sends = sends;
    this.receives = receives;
    this.shared = shared;
    sending = new NativeWorkRequests.Sends(domain, arena, limits.pieces());
    receiving = new NativeWorkRequests.Receives(domain, arena, limits.pieces());
    sent = new Work[limits.sends()];
    rooms = new Room[limits.receives()];
    addressHandles = new AddressHandles(domain);
    handle = make();
    states = new QueuePairStates(device, type, handle, arena);
    int number = handle.get(JAVA_INT, VerbsLayout.Pair.NUMBER);
    self = new Peer(device.address, number, device.random.nextInt(1 << 24));
    try {
      states.initialize();
    } catch (RuntimeException e) {
      destroy();
      throw e;
    }
    shared.ifPresent(NativeSharedReceiveQueue::join);
    device.enter(number, this);
  }

  private MemorySegment make() {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment wanted = own.allocate(VerbsLayout.PairAttributes.SIZE, VerbsLayout.POINTER);
      wanted.set(ADDRESS, VerbsLayout.PairAttributes.SEND_QUEUE, sends.handle);
      wanted.set(ADDRESS, VerbsLayout.PairAttributes.RECEIVE_QUEUE, receives.handle);
      shared.ifPresent(
          queue -> wanted.set(ADDRESS, VerbsLayout.PairAttributes.SHARED, queue.handle));
      wanted.set(JAVA_INT, VerbsLayout.PairAttributes.SENDS, limits.sends());
      wanted.set(
          JAVA_INT, VerbsLayout.PairAttributes.RECEIVES, shared.isPresent() ? 0 : rooms.length);
      wanted.set(JAVA_INT, VerbsLayout.PairAttributes.SEND_PIECES, limits.pieces());
      wanted.set(JAVA_INT, VerbsLayout.PairAttributes.RECEIVE_PIECES, limits.pieces());
      wanted.set(JAVA_INT, VerbsLayout.PairAttributes.INLINE_BYTES, limits.inlineBytes());
      wanted.set(
          JAVA_INT,
          VerbsLayout.PairAttributes.TYPE,
          switch (type) {
            case RC -> RC;
            case UC -> UC;
            case UD -> UD;
          });
      String what = "creating a queue pair with " + limits;
      MemorySegment made = device.library.make("ibv_create_qp", domain.handle, wanted, what);
      return Libibverbs.struct(made, VerbsLayout.Pair.SIZE);
    } catch (IOException e) {
      arena.close();
      throw new UncheckedIOException(e);
    }
  }

  private void destroy() {
    int _ = device.library.end("ibv_destroy_qp", handle);
    addressHandles.forget();
    arena.close();
  }

  // --- states -----------------------------------------------------------------------------------

  @Override
  public Peer self() {
    return self;
  }

  @Override
  public QueuePairType type() {
    return type;
  }

  @Override
  public synchronized State state() {
    if (closed) {
      return State.ERROR;
    }
    return states.now();
  }

  private void expect(State... right) {
    State now = state();
    for (State each : right) {
      if (now == each && !closed) {
        return;
      }
    }
    throw new IllegalStateException(
        "the queue pair is "
            + (closed ? "closed" : "in " + now + ", not in " + Arrays.toString(right)));
  }

  private void expectType(boolean right, String better) {
    if (!right) {
      throw new IllegalStateException("the queue pair has type " + type + "; " + better);
    }
  }

  @Override
  public synchronized void readyToReceive(Peer peer, ConnectionSettings settings) {
    expectType(type != QueuePairType.UD, "use open");
    expect(State.INIT);
    states.readyToReceive(peer, settings);
    agreed = settings;
  }

  @Override
  public synchronized void readyToSend(int startingPsn) {
    expect(State.RTR);
    states.readyToSend(startingPsn, agreed);
  }

  @Override
  public synchronized void open(DatagramSettings settings) {
    expectType(type == QueuePairType.UD, "use connect");
    expect(State.INIT);
    states.open(settings, self.startingPsn());
    trafficClass = settings.trafficClass();
    mostDatagram = settings.mtuBytes();
  }

  @Override
  public synchronized void drain() {
    expect(State.RTS);
    states.change(State.SQD);
  }

  @Override
  public synchronized void resume() {
    expect(State.SQD, State.SQE);
    states.change(State.RTS);
  }

  @Override
  public synchronized void fail() {
    expect(State.values());
    states.change(State.ERROR);
  }

  @Override
  public synchronized void reset() {
    expect(State.values());
    states.change(State.RESET);
    addressHandles.forget(); // the next open may mark its packets otherwise
    life = (life + (1L << LIFE_SHIFT)) & LIFE;
    posted = 0;
    done = 0;
    roomsPosted = 0;
    roomsTaken = 0;
  }

  @Override
  public synchronized void initialize() {
    expect(State.RESET);
    states.initialize();
  }

  // --- work -------------------------------------------------------------------------------------

  @Override
  public synchronized void post(WorkRequest request) {
    if (closed) {
      throw new IllegalStateException("the queue pair is closed");
    }
    if (posted - done >= sent.length) {
      throw new IllegalStateException(
          "the send queue is full: " + sent.length + " work requests are outstanding");
    }
    request.checkFor(type, limits);
    MemorySegment way = MemorySegment.NULL;
    if (type == QueuePairType.UD) {
      if (mostDatagram > 0 && request.bytes() > mostDatagram) {
        throw new IllegalArgumentException(
            "a datagram of " + request.bytes() + " bytes; " + mostDatagram + " is the maximum");
      }
      way = addressHandles.to(request.destination().orElseThrow().address(), trafficClass);
    }
    sending.write(request, posted | life, way);
    State now = posted == 0 ? state() : State.RTS; // a driver may take what its device will not
    if (now == State.RESET || now == State.INIT || now == State.RTR) {
      throw new IllegalStateException("the queue pair is in " + now + ", not connected yet");
    }
    sent[(int) (posted % sent.length)] =
        new Work(request.id(), request.verb().isAnswered(), request.bytes());
    sending.post(device.postSendFunction, handle);
    posted++;
  }

  @Override
  public synchronized void postReceive(long id, ScatterGather... room) {
    if (room.length > limits.pieces()) {
      throw new IllegalArgumentException(
          room.length + " pieces; " + limits.pieces() + " is the maximum of this queue pair");
    }
    if (closed || shared.isPresent()) {
      throw new IllegalStateException(
          "the queue pair is "
              + (closed ? "closed" : "attached to a shared receive queue; post receives there"));
    }
    if (roomsPosted == 0 && state() == State.RESET) {
      throw new IllegalStateException("the queue pair is in RESET");
    }
    if (roomsPosted - roomsTaken >= rooms.length) {
      throw new IllegalStateException("the receive queue is full: " + rooms.length);
    }
    MemorySegment first =
        type == QueuePairType.UD && room.length > 0 ? domain.memory(room[0], true) : null;
    rooms[(int) (roomsPosted % rooms.length)] = new Room(id, first);
    receiving.post(device.postReceiveFunction, handle, RECEIVE | life | roomsPosted, room);
    roomsPosted++;
  }

  /** What a number of the device's stands for; null if it is of an earlier life. */
  synchronized @Nullable WorkCompletion completed(
      long number, Status status, long bytes, boolean hasImmediate, int immediate, int sender) {
    long kind = number & KIND;
    long index = number & INDEX;
    if (kind == SHARED_RECEIVE) {
      long id = shared.orElseThrow().taken((int) index);
      return received(new Room(id, null), status, bytes, hasImmediate, immediate, sender);
    }
    if ((number & LIFE) != life) {
      return null;
    }
    if (kind == RECEIVE) {
      roomsTaken = index + 1;
      Room room = rooms[(int) (index % rooms.length)];
      return received(room, status, bytes, hasImmediate, immediate, sender);
    }
    done = index + 1;
    Work work = sent[(int) (index % sent.length)];
    boolean brought = status == Status.SUCCESS && work.answered();
    return new WorkCompletion(
        work.id(),
        self.queuePair(),
        status,
        false,
        brought ? work.bytes() : 0,
        OptionalInt.empty(),
        Optional.empty());
  }

  private WorkCompletion received(
      Room room, Status status, long bytes, boolean hasImmediate, int immediate, int sender) {
    boolean good = status == Status.SUCCESS;
    Optional<Sender> from = Optional.empty();
    if (good && type == QueuePairType.UD && room.first() != null) {
      from = ReceivedGrh.source(room.first()).map(address -> new Sender(address, sender));
    }
    return new WorkCompletion(
        room.id(),
        self.queuePair(),
        status,
        true,
        good ? bytes : 0,
        good && hasImmediate ? OptionalInt.of(immediate) : OptionalInt.empty(),
        from);
  }

  /** Flushes what is posted, and takes that from the device before its number is gone. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      if (state() != State.RESET) {
        states.change(State.ERROR);
      }
    }
    flush();
    synchronized (this) {
      closed = true;
      device.forget(this);
      shared.ifPresent(NativeSharedReceiveQueue::leave);
      if (shared.isEmpty() && !isBusy()) {
        device.leave(self.queuePair(), this);
      }
      destroy();
    }
  }

  private void flush() {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FLUSH_MS);
    boolean came = true;
    while (came || (isBusy() && System.nanoTime() < endNs)) {
      came = sends.gather() + (receives == sends ? 0 : receives.gather()) > 0;
      if (!came) {
        Thread.onSpinWait();
      }
    }
  }

  private synchronized boolean isBusy() {
    return posted > done || roomsPosted > roomsTaken;
  }
}
