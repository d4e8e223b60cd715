package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Network;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.packet.UnseenId;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePairLimits;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

  private static final int MANAGEMENT_QP = 1;

  /** The Q_Key of queue pair 1 (IBA 16.3.1). */
  private static final int MANAGEMENT_QKEY = 0x80010000;

  private static final int TTL = 64;
  private static final int MOST_COMPLETIONS = 65_536;
  private static final int MOST_DATAGRAM = 9216;

  /** Numbers that are not given again at once. */
  private static final int REMEMBERED = 4096;

  /** Datagrams that are taken before something is sent. */
  private static final int BATCH = 64;

  private final DatagramLink link;
  private final LongSupplier clockNs;
  private final SecureRandom random;
  private final PacketOut out;
  private final Frame frame = new Frame();
  private final UnseenId unseen = new UnseenId();
  private final MemorySegment incoming = MemorySegment.ofArray(new byte[MOST_DATAGRAM]);
  private final Map<Integer, SoftQueuePair> pairs = new HashMap<>();
  private final Map<Integer, SoftRegion> byLkey = new HashMap<>();
  private final Map<Integer, SoftRegion> byRkey = new HashMap<>();
  private final Set<Integer> used = new HashSet<>();
  private final ArrayDeque<Integer> usedOrder = new ArrayDeque<>();
  private @Nullable Manager manager;
  private int managementPsn;
  private long ignored;
  private long cnps;
  private boolean closed;

  /**
   * Makes a device on a link, which it closes in the end.
   *
   * @param clockNs a clock that never goes back, in nanoseconds
   */
  public SoftDevice(DatagramLink link, LongSupplier clockNs, SecureRandom random) {
    this.link = link;
    this.clockNs = clockNs;
    this.random = random;
    out = new PacketOut(link);
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
    SoftRegion region = new SoftRegion(this, domain, memory, access, address, fresh(-1), fresh(-1));
    byLkey.put(region.lkey(), region);
    byRkey.put(region.rkey(), region);
    return region;
  }

  synchronized SoftQueuePair createQueuePair(
      SoftDomain domain,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives) {
    if (pairs.size() >= MOST_QUEUE_PAIRS) {
      throw new IllegalStateException(MOST_QUEUE_PAIRS + " queue pairs are open, the most");
    }
    int number = fresh(0xffffff);
    Peer self = new Peer(link.address(), number, random.nextInt(1 << 24));
    SoftQueuePair pair = new SoftQueuePair(this, domain, self, limits, sends, receives, out);
    pairs.put(number, pair);
    return pair;
  }

  /** A number that was not given lately; 0 and 1 are for management, all ones for multicast. */
  private int fresh(int mask) {
    int number;
    do {
      number = random.nextInt() & mask;
    } while (number == 0 || number == 1 || number == mask || !used.add(number));
    usedOrder.add(number);
    if (usedOrder.size() > REMEMBERED) {
      Integer oldest = usedOrder.removeFirst();
      if (!pairs.containsKey(oldest)
          && !byLkey.containsKey(oldest)
          && !byRkey.containsKey(oldest)) {
        used.remove(oldest);
      } else {
        usedOrder.add(oldest);
      }
    }
    return number;
  }

  synchronized void forget(SoftRegion region) {
    byLkey.remove(region.lkey());
    byRkey.remove(region.rkey());
  }

  synchronized void forget(SoftQueuePair pair) {
    pairs.remove(pair.self().queuePair());
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

  /** Work was posted. */
  synchronized void wake() {
    notifyAll();
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
    long nowNs = clockNs.getAsLong();
    boolean busy = false;
    for (int i = 0; i < BATCH; i++) {
      int bytes = link.receive(incoming);
      if (bytes == 0) {
        break;
      }
      busy = true;
      if (!receive(incoming.asSlice(0, bytes), nowNs)) {
        ignored++;
      }
    }
    for (SoftQueuePair pair : pairs.values()) {
      busy |= progress(pair, nowNs);
    }
    if (manager != null) {
      manager.look(nowNs);
    }
    return busy;
  }

  /** A queue pair whose memory was closed under it goes to error; the others go on. */
  private static boolean progress(SoftQueuePair pair, long nowNs) {
    try {
      return pair.progress(BATCH, nowNs) > 0;
    } catch (IllegalStateException e) {
      pair.broke();
      return true;
    }
  }

  /** Takes a datagram; false if nobody here has to do with it. */
  private boolean receive(MemorySegment datagram, long nowNs) {
    if (frame.read(datagram, LinkType.RAW_IP, datagram.byteSize()) != Frame.Kind.RDMA
        || frame.network() != Network.IPV4
        || Ipv4.destination(datagram, 0) != Addresses.of(link.address())
        || Bth.version(datagram, frame.bthAt()) != 0
        || (Bth.pkey(datagram, frame.bthAt()) & 0x7fff) != (Bth.DEFAULT_PKEY & 0x7fff)
        || !Opcode.isDefined(frame.opcode())
        || !isWhole(datagram)) {
      return false;
    }
    int number = Bth.destinationQp(datagram, frame.bthAt());
    if (number == MANAGEMENT_QP) {
      return manage(datagram);
    }
    SoftQueuePair pair = pairs.get(number);
    if (pair == null) {
      return false;
    }
    if (frame.isCnp()) {
      cnps++;
      return true;
    }
    try {
      return frame.service() == Service.RC && pair.receive(frame, Ipv4.source(datagram, 0), nowNs);
    } catch (IllegalStateException e) {
      pair.broke();
      return true;
    }
  }

  private boolean manage(MemorySegment datagram) {
    if (manager == null
        || frame.opcode() != Opcode.of(Service.UD, Operation.SEND_ONLY)
        || frame.payloadBytes() != MAD_BYTES
        || Deth.qkey(datagram, frame.dethAt()) != MANAGEMENT_QKEY) {
      return false;
    }
    manager.receive(
        (Inet4Address) Addresses.of(Ipv4.source(datagram, 0)),
        datagram.asSlice(frame.payloadAt(), MAD_BYTES));
    return true;
  }

  @Override
  public Inet4Address address() {
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
  public synchronized void send(Inet4Address to, MemorySegment mad) {
    MemorySegment.copy(mad, 0, out.frame, PacketOut.EXTENSION + Deth.BYTES, MAD_BYTES);
    int source = Addresses.of(link.address());
    out.sendDatagram(
        new RoceWriter.Path(0, 0, source, Addresses.of(to), link.port(), 0, TTL),
        MANAGEMENT_QP,
        MANAGEMENT_QKEY,
        MANAGEMENT_QP,
        managementPsn++,
        MAD_BYTES);
  }

  /** Whether the ICRC is right, for some id if that is not known. */
  private boolean isWhole(MemorySegment datagram) {
    return frame.icrcGood()
        || (!link.seesIds() && unseen.fits(datagram, frame.bthAt(), frame.icrcAt()));
  }

  /**
   * When {@link #progress} has something to do though nothing comes; {@code Long.MAX_VALUE}: never.
   */
  public synchronized long wakeNs() {
    long nowNs = clockNs.getAsLong();
    long wakeNs = manager == null ? Long.MAX_VALUE : manager.wakeNs();
    for (SoftQueuePair pair : pairs.values()) {
      wakeNs = Math.min(wakeNs, pair.wakeNs(nowNs));
    }
    return wakeNs;
  }

  /** Datagrams that were for nobody, from a stranger, or broken. */
  public synchronized long ignored() {
    return ignored;
  }

  /** Congestion notifications that came. This device does not slow down for them yet. */
  public synchronized long cnps() {
    return cnps;
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
    List<SoftQueuePair> all = new ArrayList<>(pairs.values());
    all.forEach(SoftQueuePair::close);
    closed = true;
    byLkey.clear();
    byRkey.clear();
    notifyAll();
    try {
      link.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
