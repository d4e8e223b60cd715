package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.headroom.wire.connect.Gid;
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
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair of the device. Ids of work requests are kept here; the device has numbers instead,
 * which say what kind of work it was: a completion that failed does not tell (ibv_poll_cq(3)).
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

  private static final int HOP_LIMIT = 64;
  private static final int MOST_HANDLES = 1024;

  /** How long one that is closed waits for what it has to flush, if nothing comes. */
  private static final int FLUSH_MS = 50;

  private final NativeDomain domain;
  private final NativeDevice device;
  private final QueuePairType type;
  private final QueuePairLimits limits;
  private final NativeCompletionQueue sends;
  private final NativeCompletionQueue receives;
  private final Optional<NativeSharedReceives> shared;
  private final MemorySegment handle;
  private final Peer self;
  private final Arena arena = Arena.ofShared();
  private final Postings.Sends sending;
  private final Postings.Receives receiving;
  private final MemorySegment attributes;
  private final MemorySegment initial;
  private final Work[] sent;
  private final Room[] rooms;
  private final Map<InetAddress, MemorySegment> ways = new HashMap<>();
  private long life;
  private long posted;
  private long done;
  private long roomsPosted;
  private long roomsTaken;
  private @Nullable ConnectionSettings agreed;
  private int trafficClass;
  private int mostDatagram;
  private boolean closed;

  /** What was asked for. */
  private record Work(long id, boolean answered, long bytes) {}

  /** Where a receive goes; a datagram's begins with its network header. */
  private record Room(long id, @Nullable MemorySegment first) {}

  NativeQueuePair(
      NativeDomain domain,
      QueuePairType type,
      QueuePairLimits limits,
      NativeCompletionQueue sends,
      NativeCompletionQueue receives,
      Optional<NativeSharedReceives> shared) {
    this.domain = domain;
    device = domain.device;
    this.type = type;
    this.limits = limits;
    this.sends = sends;
    this.receives = receives;
    this.shared = shared;
    sending = new Postings.Sends(domain, arena, limits.pieces());
    receiving = new Postings.Receives(domain, arena, limits.pieces());
    attributes = arena.allocate(Layout.PairState.SIZE, Layout.POINTER);
    initial = arena.allocate(Layout.PairAttributes.SIZE, Layout.POINTER);
    sent = new Work[limits.sends()];
    rooms = new Room[limits.receives()];
    try {
      handle = make();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int number = handle.get(JAVA_INT, Layout.Pair.NUMBER);
    self = new Peer(device.address, number, device.random.nextInt(1 << 24));
    shared.ifPresent(NativeSharedReceives::join);
    device.enter(number, this);
    initialize();
  }

  private MemorySegment make() throws IOException {
    initial.set(ADDRESS, Layout.PairAttributes.SEND_QUEUE, sends.handle);
    initial.set(ADDRESS, Layout.PairAttributes.RECEIVE_QUEUE, receives.handle);
    shared.ifPresent(queue -> initial.set(ADDRESS, Layout.PairAttributes.SHARED, queue.handle));
    initial.set(JAVA_INT, Layout.PairAttributes.SENDS, limits.sends());
    initial.set(JAVA_INT, Layout.PairAttributes.RECEIVES, shared.isPresent() ? 0 : rooms.length);
    initial.set(JAVA_INT, Layout.PairAttributes.SEND_PIECES, limits.pieces());
    initial.set(JAVA_INT, Layout.PairAttributes.RECEIVE_PIECES, limits.pieces());
    initial.set(JAVA_INT, Layout.PairAttributes.INLINE_BYTES, limits.inlineBytes());
    initial.set(
        JAVA_INT,
        Layout.PairAttributes.TYPE,
        switch (type) {
          case RC -> RC;
          case UC -> UC;
          case UD -> UD;
        });
    return Libibverbs.struct(
        device.library.make(
            "ibv_create_qp", domain.handle, initial, "making a queue pair with " + limits),
        Layout.Pair.SIZE);
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
    NativeDevice.require(
        device.library.queryPair(handle, attributes, Layout.PairState.HAS_STATE, initial),
        "asking for the state of a queue pair");
    return switch (attributes.get(JAVA_INT, Layout.PairState.STATE)) {
      case 0 -> State.RESET;
      case 1 -> State.INIT;
      case 2 -> State.RTR;
      case 3 -> State.RTS;
      case 4 -> State.SQD;
      case 5 -> State.SQE;
      default -> State.ERROR;
    };
  }

  private static int code(State state) {
    return switch (state) {
      case RESET -> 0;
      case INIT -> 1;
      case RTR -> 2;
      case RTS -> 3;
      case SQD -> 4;
      case SQE -> 5;
      case ERROR -> 6;
    };
  }

  private void change(State to, int more) {
    attributes.set(JAVA_INT, Layout.PairState.STATE, code(to));
    int error = device.library.modifyPair(handle, attributes, more | Layout.PairState.HAS_STATE);
    NativeDevice.require(error, "taking a queue pair to " + to);
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
            + (closed ? "closed" : "in " + now + ", not in " + java.util.Arrays.toString(right)));
  }

  private void expectType(boolean right, String better) {
    if (!right) {
      throw new IllegalStateException("the queue pair is of type " + type + "; " + better);
    }
  }

  @Override
  public synchronized void readyToReceive(Peer peer, ConnectionSettings settings) {
    expectType(type != QueuePairType.UD, "open is right");
    expect(State.INIT);
    attributes.fill((byte) 0);
    MemorySegment way = attributes.asSlice(Layout.PairState.HANDLE, Layout.Handle.SIZE);
    describe(way, peer.address(), settings.trafficClass());
    attributes.set(JAVA_INT, Layout.PairState.PATH_MTU, mtu(settings.mtuBytes()));
    attributes.set(JAVA_INT, Layout.PairState.PEER, peer.queuePair());
    attributes.set(JAVA_INT, Layout.PairState.RECEIVE_PSN, peer.startingPsn());
    attributes.set(JAVA_INT, Layout.PairState.ACCESS, NativeRegion.flags(settings.allowed()));
    attributes.set(
        JAVA_SHORT, Layout.PairState.PKEY_INDEX, (short) device.pkeyIndex(settings.pkey()));
    int mask =
        Layout.PairState.HAS_HANDLE
            | Layout.PairState.HAS_PATH_MTU
            | Layout.PairState.HAS_PEER
            | Layout.PairState.HAS_RECEIVE_PSN
            | Layout.PairState.HAS_ACCESS
            | Layout.PairState.HAS_PKEY_INDEX;
    if (type == QueuePairType.RC) {
      set(Layout.PairState.READS_SERVED, settings.readsServed());
      set(Layout.PairState.RNR_TIMER, settings.rnrTimer());
      mask |= Layout.PairState.HAS_READS_SERVED | Layout.PairState.HAS_RNR_TIMER;
    }
    change(State.RTR, mask);
    agreed = settings;
  }

  private void set(long at, int value) {
    attributes.set(JAVA_BYTE, at, (byte) value);
  }

  /** Says where a peer is (struct ibv_ah_attr). */
  private void describe(MemorySegment into, InetAddress to, int marked) {
    byte[] gid = Gid.of(to);
    MemorySegment.copy(gid, 0, into, JAVA_BYTE, Layout.Handle.GID, gid.length);
    into.set(JAVA_BYTE, Layout.Handle.GID_INDEX, (byte) device.place.gidIndex());
    into.set(JAVA_BYTE, Layout.Handle.HOP_LIMIT, (byte) HOP_LIMIT);
    into.set(JAVA_BYTE, Layout.Handle.TRAFFIC_CLASS, (byte) marked);
    into.set(JAVA_BYTE, Layout.Handle.IS_GLOBAL, (byte) 1);
    into.set(JAVA_BYTE, Layout.Handle.PORT, (byte) device.place.port());
  }

  /** enum ibv_mtu. */
  private static int mtu(int bytes) {
    return Integer.numberOfTrailingZeros(bytes) - 7;
  }

  @Override
  public synchronized void readyToSend(int startingPsn) {
    expect(State.RTR);
    ConnectionSettings settings = agreed;
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, Layout.PairState.SEND_PSN, startingPsn);
    int mask = Layout.PairState.HAS_SEND_PSN;
    if (type == QueuePairType.RC && settings != null) {
      set(Layout.PairState.TIMEOUT, settings.timeout());
      set(Layout.PairState.RETRIES, settings.retries());
      set(Layout.PairState.RNR_RETRIES, settings.rnrRetries());
      set(Layout.PairState.READS_ASKED, settings.readsAsked());
      mask |=
          Layout.PairState.HAS_TIMEOUT
              | Layout.PairState.HAS_RETRIES
              | Layout.PairState.HAS_RNR_RETRIES
              | Layout.PairState.HAS_READS_ASKED;
    }
    change(State.RTS, mask);
  }

  @Override
  public synchronized void open(DatagramSettings settings) {
    expectType(type == QueuePairType.UD, "connect is right");
    expect(State.INIT);
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, Layout.PairState.QKEY, settings.qkey());
    attributes.set(
        JAVA_SHORT, Layout.PairState.PKEY_INDEX, (short) device.pkeyIndex(settings.pkey()));
    change(State.RTR, Layout.PairState.HAS_QKEY | Layout.PairState.HAS_PKEY_INDEX);
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, Layout.PairState.SEND_PSN, self.startingPsn());
    change(State.RTS, Layout.PairState.HAS_SEND_PSN);
    trafficClass = settings.trafficClass();
    mostDatagram = settings.mtuBytes();
  }

  @Override
  public synchronized void drain() {
    expect(State.RTS);
    change(State.SQD, 0);
  }

  @Override
  public synchronized void resume() {
    expect(State.SQD, State.SQE);
    change(State.RTS, 0);
  }

  @Override
  public synchronized void fail() {
    expect(State.values());
    change(State.ERROR, 0);
  }

  @Override
  public synchronized void reset() {
    expect(State.values());
    change(State.RESET, 0);
    life = (life + (1L << LIFE_SHIFT)) & LIFE;
    posted = 0;
    done = 0;
    roomsPosted = 0;
    roomsTaken = 0;
  }

  @Override
  public synchronized void initialize() {
    expect(State.RESET);
    attributes.fill((byte) 0);
    set(Layout.PairState.PORT, device.place.port());
    int mask = Layout.PairState.HAS_PKEY_INDEX | Layout.PairState.HAS_PORT;
    change(
        State.INIT,
        mask
            | (type == QueuePairType.UD ? Layout.PairState.HAS_QKEY : Layout.PairState.HAS_ACCESS));
  }

  // --- work -------------------------------------------------------------------------------------

  @Override
  public synchronized void post(WorkRequest request) {
    if (closed) {
      throw new IllegalStateException("the queue pair is closed");
    }
    if (posted - done >= sent.length) {
      throw new IllegalStateException(
          "the send queue is full: " + sent.length + " work requests are not completed");
    }
    request.checkFor(type, limits);
    MemorySegment way = MemorySegment.NULL;
    if (type == QueuePairType.UD) {
      if (mostDatagram > 0 && request.bytes() > mostDatagram) {
        throw new IllegalArgumentException(
            "a datagram of " + request.bytes() + " bytes; " + mostDatagram + " is the most here");
      }
      way = way(request.destination().orElseThrow().address());
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

  /** The device's own word for the way to somebody. */
  private MemorySegment way(InetAddress to) {
    MemorySegment known = ways.get(to);
    if (known != null) {
      return known;
    }
    if (ways.size() >= MOST_HANDLES) {
      forgetWays();
    }
    try (Arena own = Arena.ofConfined()) {
      MemorySegment how = own.allocate(Layout.Handle.SIZE, Layout.POINTER);
      describe(how, to, trafficClass);
      MemorySegment made =
          device.library.make(
              "ibv_create_ah", domain.handle, how, "finding the way to " + to.getHostAddress());
      ways.put(to, made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forgetWays() {
    for (MemorySegment each : ways.values()) {
      int _ = device.library.end("ibv_destroy_ah", each);
    }
    ways.clear();
  }

  @Override
  public synchronized void postReceive(long id, ScatterGather... room) {
    if (room.length > limits.pieces()) {
      throw new IllegalArgumentException(
          room.length + " pieces; " + limits.pieces() + " is the most of this queue pair");
    }
    if (closed || shared.isPresent()) {
      throw new IllegalStateException(
          "the queue pair is "
              + (closed ? "closed" : "one that shares its receives; post them there"));
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
      from = NetworkHeader.source(room.first()).map(address -> new Sender(address, sender));
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
        change(State.ERROR, 0);
      }
    }
    flush();
    synchronized (this) {
      closed = true;
      device.forget(this);
      int _ = device.library.end("ibv_destroy_qp", handle);
      forgetWays();
      shared.ifPresent(NativeSharedReceives::leave);
      arena.close();
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
