package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Network;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.packet.UnseenId;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An RDMA device in software.
 *
 * <p>{@link #progress} does everything: it takes what has come, sends what is due and looks at the
 * time. Somebody must call it, again and again; {@link SoftLoop} is a thread that does. Numbers of
 * queue pairs, starting PSNs and keys come from a {@link SecureRandom} and do not come again soon.
 */
public final class SoftDevice implements Device, ManagementPort {
  /** Queue pairs that it takes at most. */
  public static final int MOST_QUEUE_PAIRS = 4096;

  /** Memory regions that it takes at most. */
  public static final int MOST_REGIONS = 65_536;

  private static final int MOST_COMPLETIONS = 65_536;

  /** Packets that a queue pair sends before the next may. */
  private static final int BATCH = 64;

  /** The queue pair of management (IBA 3.9.4), and the Q_Key of all of them (IBA 10.2.5). */
  private static final int MANAGEMENT_QP = 1;

  private static final int MANAGEMENT_QKEY = 0x8001_0000;

  private final DatagramLink link;
  private final LongSupplier clockNs;
  private final SecureRandom random;
  private final PacketOut out;
  private final Frame frame;
  private final UnseenId unseen = new UnseenId();
  private final long high;
  private final long low;
  private final Int2ObjectOpenHashMap<SoftQueuePair> pairs = new Int2ObjectOpenHashMap<>();
  private final List<SoftQueuePair> inTurn = new ArrayList<>();
  private final Int2ObjectOpenHashMap<SoftRegion> byLkey = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<SoftRegion> byRkey = new Int2ObjectOpenHashMap<>();
  private final FreshNumbers numbers;
  private @Nullable Manager manager;
  private int managementPsn;
  private long faults;
  private long ignored;
  private CongestionControl control = CongestionControl.DEFAULT;
  private long cnps;
  private long earlyCnps;
  private boolean resting;
  private boolean closed;

  /**
   * Makes a device on UDP port 4791 of an address of this machine, with the machine's clock.
   *
   * @throws java.net.BindException in a sentence, with what works instead, if the port is taken or
   *     belongs to an RDMA device
   */
  public static SoftDevice open(InetAddress address) throws IOException {
    return open(address, Udp.ROCE_PORT);
  }

  /** Makes a device on another port, which its peers have to use as well. */
  public static SoftDevice open(InetAddress address, int port) throws IOException {
    DatagramLink link = RocePort.open(address, port);
    return new SoftDevice(link, System::nanoTime, new SecureRandom());
  }

  /**
   * Makes a device that takes whole datagrams off a raw socket, so that the ICRC of what comes over
   * IPv4 is checked to its last bit.
   *
   * @throws java.net.BindException also if this program may not have one: it takes CAP_NET_RAW
   */
  public static SoftDevice openRaw(InetAddress address, int port) throws IOException {
    DatagramLink link = RocePort.openRaw(address, port);
    return new SoftDevice(link, System::nanoTime, new SecureRandom());
  }

  /**
   * Makes a device on a link, which it closes in the end.
   *
   * @param clockNs a clock that never goes back, in nanoseconds
   */
  public SoftDevice(DatagramLink link, LongSupplier clockNs, SecureRandom random) {
    this.link = link;
    this.clockNs = clockNs;
    this.random = random;
    numbers = new FreshNumbers(random, this::isInUse);
    out = new PacketOut(link);
    frame = new Frame(link.port());
    high = Addresses.high(link.address());
    low = Addresses.low(link.address());
  }

  @Override
  public ProtectionDomain allocateProtectionDomain() {
    return new SoftDomain(this);
  }

  @Override
  public CompletionQueue createCompletionQueue(int entries) {
    if (entries < 1 || entries > MOST_COMPLETIONS) {
      throw new IllegalArgumentException(
          entries + " completions; 1 to " + MOST_COMPLETIONS + " is right");
    }
    return new SoftCompletionQueue(this, entries);
  }

  synchronized MemoryRegion register(SoftDomain domain, MemorySegment memory, Set<Access> access) {
    if (byRkey.size() >= MOST_REGIONS) {
      throw new IllegalStateException(MOST_REGIONS + " regions are registered, which is the most");
    }
    // Memory of the heap has no address; what a peer sees is any that is aligned.
    long address = memory.isNative() ? memory.address() : (random.nextLong() >>> 17) & ~4095L;
    SoftRegion region =
        new SoftRegion(this, domain, memory, access, address, numbers.next(-1), numbers.next(-1));
    byLkey.put(region.lkey(), region);
    byRkey.put(region.rkey(), region);
    return region;
  }

  synchronized SoftQueuePair createQueuePair(
      SoftDomain domain,
      QueuePairType type,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives,
      @Nullable SoftSharedReceives shared) {
    Peer self = new Peer(link.address(), numbers.next(0xffffff), random.nextInt(1 << 24));
    return add(domain, type, self, limits, sends, receives, shared);
  }

  private SoftQueuePair add(
      SoftDomain domain,
      QueuePairType type,
      Peer self,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives,
      @Nullable SoftSharedReceives shared) {
    if (pairs.size() >= MOST_QUEUE_PAIRS) {
      throw new IllegalStateException(MOST_QUEUE_PAIRS + " queue pairs are open, the most");
    }
    if (shared != null) {
      shared.join();
    }
    SoftQueuePair pair =
        new SoftQueuePair(this, domain, type, self, limits, sends, receives, shared, control, out);
    pairs.put(self.queuePair(), pair);
    inTurn.add(pair);
    return pair;
  }

  private boolean isInUse(int number) {
    return pairs.containsKey(number) || byLkey.containsKey(number) || byRkey.containsKey(number);
  }

  synchronized void forget(SoftRegion region) {
    byLkey.remove(region.lkey());
    byRkey.remove(region.rkey());
  }

  synchronized void forget(SoftQueuePair pair) {
    pairs.remove(pair.self().queuePair());
    inTurn.remove(pair);
  }

  synchronized @Nullable SoftRegion byLkey(int lkey) {
    return byLkey.get(lkey);
  }

  synchronized @Nullable SoftRegion byRkey(int rkey) {
    return byRkey.get(rkey);
  }

  int port() {
    return link.port();
  }

  /** Opens a source port, or one instead of it. */
  int sourcePort(int wanted) {
    return link.sourcePort(wanted);
  }

  long nowNs() {
    return clockNs.getAsLong();
  }

  /** Work was posted. */
  synchronized void wake() {
    if (resting) {
      resting = false;
      link.wake();
    }
  }

  /**
   * Takes what has come, sends what is due, looks at the time.
   *
   * @return whether there was anything to do
   * @throws IOException if the link has failed
   */
  public synchronized boolean progress() throws IOException {
    if (closed) {
      return false;
    }
    resting = false;
    long nowNs = clockNs.getAsLong();
    // What is posted for what comes goes in one batch with the ACKs for it, and before them.
    int sent = 0;
    for (int i = 0; i < inTurn.size(); i++) {
      sent += progress(inTurn.get(i), nowNs);
    }
    if (manager != null) {
      manager.look(nowNs);
    }
    link.flush();
    int came = link.receive();
    for (int i = 0; i < came; i++) {
      long at = link.inAt(i);
      if (!receive(at, at + link.inBytes(i), nowNs)) {
        ignored++;
      }
    }
    return came > 0 || sent > 0;
  }

  /** A queue pair whose memory was closed under it goes to error; the others go on. */
  private int progress(SoftQueuePair pair, long nowNs) {
    try {
      return pair.progress(BATCH, nowNs);
    } catch (RuntimeException e) {
      broke(pair, e);
      return 1;
    }
  }

  /**
   * Memory that was closed is no fault of this device. Anything else is one: it costs the queue
   * pair that met it, and no other.
   */
  private void broke(SoftQueuePair pair, RuntimeException e) {
    faults += e instanceof IllegalStateException ? 0 : 1;
    pair.broke();
  }

  /** What should never have happened within it; it went on without the queue pairs concerned. */
  public synchronized long faults() {
    return faults;
  }

  /** Takes a datagram; false if nobody here has to do with it. */
  private boolean receive(long from, long to, long nowNs) {
    MemorySegment in = link.in();
    if (frame.read(in, from, to, LinkType.RAW_IP, to - from) != Frame.Kind.RDMA
        || !isForThisAddress(in)
        || Bth.version(in, frame.bthAt()) != 0
        || !Opcode.isDefined(frame.opcode())) {
      return false;
    }
    int number = Bth.destinationQp(in, frame.bthAt());
    if (number == MANAGEMENT_QP) {
      return manage(in);
    }
    SoftQueuePair pair = pairs.get(number);
    if (pair == null || !pair.isOfPartition(Bth.pkey(in, frame.bthAt())) || !isWhole(in)) {
      return false;
    }
    if (frame.isCnp()) {
      Notifications.Notice notice = pair.notified(frame, nowNs);
      cnps += notice == Notifications.Notice.STRANGE ? 0 : 1;
      earlyCnps += notice == Notifications.Notice.EARLY ? 1 : 0;
      return notice != Notifications.Notice.STRANGE;
    }
    try {
      return pair.receive(frame, frame.service(), nowNs);
    } catch (RuntimeException e) {
      broke(pair, e);
      return true;
    }
  }

  private boolean manage(MemorySegment in) {
    if (manager == null
        || frame.opcode() != Opcode.of(Service.UD, Operation.SEND_ONLY)
        || frame.payloadBytes() != MAD_BYTES
        || Deth.qkey(in, frame.dethAt()) != MANAGEMENT_QKEY
        || (Bth.pkey(in, frame.bthAt()) & 0x7fff) != (Bth.DEFAULT_PKEY & 0x7fff)
        || !isWhole(in)) {
      return false;
    }
    manager.receive(
        Addresses.of(Addresses.sourceHigh(frame), Addresses.sourceLow(frame)),
        in.asSlice(frame.payloadAt(), MAD_BYTES));
    return true;
  }

  @Override
  public InetAddress address() {
    return link.address();
  }

  @Override
  public synchronized void manage(Manager by) {
    if (manager != null) {
      throw new IllegalStateException("somebody manages this device already");
    }
    manager = by;
  }

  @Override
  public synchronized void send(InetAddress to, MemorySegment mad) {
    Route route = new Route(address(), to, link.port(), 0);
    long at = out.begin(route);
    Deth.write(out.frame, at, MANAGEMENT_QKEY, MANAGEMENT_QP);
    MemorySegment.copy(mad, 0, out.frame, at + Deth.BYTES, MAD_BYTES);
    int opcode = Opcode.of(Service.UD, Operation.SEND_ONLY);
    int psn = managementPsn++;
    out.send(route, opcode, false, Bth.DEFAULT_PKEY, MANAGEMENT_QP, false, psn, MAD_BYTES);
    wake(); // it goes with the next batch
  }

  private boolean isForThisAddress(MemorySegment in) {
    long at = frame.networkAt();
    return switch (frame.network()) {
      case IPV4 -> high == 0 && low == Addresses.mapped(Ipv4.destination(in, at));
      case IPV6 -> high == Bytes.i64(in, at + 24) && low == Bytes.i64(in, at + 32);
      case ETHERNET_GRH, IB_LOCAL, IB_GLOBAL -> false;
    };
  }

  /** Whether the ICRC is right, for some id if that is not known. */
  private boolean isWhole(MemorySegment in) {
    if (frame.network() == Network.IPV6 || link.seesIds()) {
      return frame.icrcGood();
    }
    return unseen.fits(in, frame.networkAt(), frame.bthAt(), frame.icrcAt());
  }

  /**
   * Does what {@link #progress()} does; if there was nothing to do, it waits until there is: until
   * something comes, is posted or is due. It gives the processor away meanwhile.
   *
   * @param mostNs how long it waits at most, in nanoseconds
   * @return whether there was something to do before it waited
   */
  public boolean progress(long mostNs) throws IOException {
    long wakeNs;
    synchronized (this) {
      if (progress() || closed) {
        return !closed;
      }
      resting = true;
      wakeNs = wakeNs();
    }
    long leftNs = wakeNs == Long.MAX_VALUE ? mostNs : wakeNs - clockNs.getAsLong();
    if (leftNs > 0) {
      link.await(Math.min(leftNs, mostNs));
    }
    return false;
  }

  /**
   * When {@link #progress} has something to do though nothing comes; {@code Long.MAX_VALUE}: never.
   */
  public synchronized long wakeNs() {
    long nowNs = clockNs.getAsLong();
    long wakeNs = manager == null ? Long.MAX_VALUE : manager.wakeNs();
    for (int i = 0; i < inTurn.size(); i++) {
      wakeNs = Math.min(wakeNs, inTurn.get(i).wakeNs(nowNs));
    }
    return wakeNs;
  }

  /** Datagrams that were for nobody, from a stranger, or broken. */
  public synchronized long ignored() {
    return ignored;
  }

  /** Congestion notifications that came from peers: what is sent to them slows down. */
  public synchronized long cnps() {
    return cnps;
  }

  /** Those of them that came within half of the interval that a peer has to keep. */
  public synchronized long earlyCnps() {
    return earlyCnps;
  }

  /** Controls congestion so from now on, for queue pairs that are made later. */
  public synchronized void control(CongestionControl how) {
    control = how;
  }

  /** Packets sent. */
  public synchronized long sent() {
    return out.sent();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    List.copyOf(inTurn).forEach(SoftQueuePair::close);
    closed = true;
    byLkey.clear();
    byRkey.clear();
    notifyAll();
    link.wake();
    try {
      link.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
