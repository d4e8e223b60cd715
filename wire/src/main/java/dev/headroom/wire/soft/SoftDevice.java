package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Deth;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.packet.Udp;
import dev.headroom.wire.soft.link.DatagramLink;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.soft.link.RocePort;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.security.SecureRandom;
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
public final class SoftDevice implements Device, ManagementPort, LocalDevice {
  /** Queue pairs that it takes at most. */
  public static final int MOST_QUEUE_PAIRS = DeviceResources.MOST_QUEUE_PAIRS;

  /** Memory regions that it takes at most. */
  public static final int MOST_REGIONS = DeviceResources.MOST_REGIONS;

  private static final int MOST_COMPLETIONS = 65_536;

  /** Packets that a queue pair sends before the next may. */
  private static final int BATCH = 64;

  private final DatagramLink link;
  private final LongSupplier clockNs;
  private final SecureRandom random;
  private final PacketWriter out;
  private final DeviceResources deviceResources;
  private final InternalFaults faults = new InternalFaults();
  private final DatagramDispatcher datagramDispatcher;
  private @Nullable Manager manager;
  private int managementPsn;
  private SoftDcqcnSettings control = SoftDcqcnSettings.DEFAULT;
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
    out = new PacketWriter(link);
    deviceResources = new DeviceResources(random);
    datagramDispatcher = new DatagramDispatcher(link, deviceResources, faults);
  }

  @Override
  public ProtectionDomain allocateProtectionDomain() {
    return new SoftProtectionDomain(this);
  }

  @Override
  public CompletionQueue createCompletionQueue(int entries) {
    if (entries < 1 || entries > MOST_COMPLETIONS) {
      throw new IllegalArgumentException(
          entries + " completions; 1 to " + MOST_COMPLETIONS + " are valid");
    }
    return new SoftCompletionQueue(this, entries);
  }

  synchronized MemoryRegion register(
      SoftProtectionDomain domain, MemorySegment memory, Set<Access> access) {
    // Memory of the heap has no address; what a peer sees is any that is aligned.
    long address = memory.isNative() ? memory.address() : (random.nextLong() >>> 17) & ~4095L;
    return deviceResources.add((lkey, rkey) ->
        new SoftMemoryRegion(this, this::forget, domain, memory, access, address, lkey, rkey));
  }

  synchronized SoftQueuePair createQueuePair(
      SoftProtectionDomain domain,
      QueuePairType type,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives,
      @Nullable SoftSharedReceiveQueue shared) {
    Peer self = new Peer(link.address(), deviceResources.freshQueuePair(), random.nextInt(1 << 24));
    if (shared != null) {
      shared.join();
    }
    SoftQueuePair pair =
        new SoftQueuePair(this, domain, type, self, limits, sends, receives, shared, control, out);
    deviceResources.add(pair);
    return pair;
  }

  synchronized void forget(SoftMemoryRegion region) {
    deviceResources.remove(region);
  }

  synchronized void forget(SoftQueuePair pair) {
    deviceResources.remove(pair);
  }

  synchronized @Nullable SoftMemoryRegion byLkey(int lkey) {
    return deviceResources.byLkey(lkey);
  }

  synchronized @Nullable SoftMemoryRegion byRkey(int rkey) {
    return deviceResources.byRkey(rkey);
  }

  @Override
  public int port() {
    return link.port();
  }

  @Override
  public int sourcePort(int wanted) {
    return link.sourcePort(wanted);
  }

  @Override
  public long nowNs() {
    return clockNs.getAsLong();
  }

  /** Work was posted, or the manager has something to send. */
  @Override
  public synchronized void wake() {
    if (resting && !closed) {
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
    List<SoftQueuePair> inTurn = deviceResources.inTurn();
    for (int i = 0; i < inTurn.size(); i++) {
      sent += progress(inTurn.get(i), nowNs);
    }
    manage(nowNs);
    link.flush();
    int came = link.receive();
    for (int i = 0; i < came; i++) {
      datagramDispatcher.take(link.inAt(i), link.inBytes(i), nowNs);
    }
    return came > 0 || sent > 0;
  }

  /** A queue pair whose memory was closed under it goes to error; the others go on. */
  private int progress(SoftQueuePair pair, long nowNs) {
    try {
      return pair.exchange.progress(BATCH, nowNs);
    } catch (RuntimeException e) {
      faults.broke(pair, e);
      return 1;
    }
  }

  private void manage(long nowNs) {
    if (manager != null) {
      try {
        manager.look(nowNs);
      } catch (RuntimeException e) {
        faults.met(e);
      }
    }
  }

  /** What should never have happened within it; it went on without the queue pairs concerned. */
  public synchronized long faults() {
    return faults.count();
  }

  @Override
  public InetAddress address() {
    return link.address();
  }

  @Override
  public synchronized void manage(Manager by) {
    if (manager != null) {
      throw new IllegalStateException("this device already has a connection manager");
    }
    manager = by;
    datagramDispatcher.manage(by);
  }

  @Override
  public synchronized void send(InetAddress to, MemorySegment mad) {
    HeaderTemplate route = new HeaderTemplate(address(), to, link.port(), 0);
    long at = out.begin(route);
    Deth.write(out.frame, at, DatagramDispatcher.MANAGEMENT_QKEY, DatagramDispatcher.MANAGEMENT_QP);
    MemorySegment.copy(mad, 0, out.frame, at + Deth.BYTES, MAD_BYTES);
    int opcode = Opcode.of(TransportService.UD, BthOperation.SEND_ONLY);
    int psn = managementPsn++;
    out.send(
        route,
        opcode,
        false,
        Bth.DEFAULT_PKEY,
        DatagramDispatcher.MANAGEMENT_QP,
        false,
        psn,
        MAD_BYTES);
    wake(); // it goes with the next batch
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
    List<SoftQueuePair> inTurn = deviceResources.inTurn();
    for (int i = 0; i < inTurn.size(); i++) {
      wakeNs = Math.min(wakeNs, inTurn.get(i).exchange.wakeNs(nowNs));
    }
    return wakeNs;
  }

  /** Datagrams that were for nobody, from a stranger, or broken. */
  public synchronized long ignored() {
    return datagramDispatcher.ignored();
  }

  /** Congestion notifications that came from peers: what is sent to them slows down. */
  public synchronized long cnps() {
    return datagramDispatcher.cnps();
  }

  /** Those of them that came within half of the interval that a peer has to keep. */
  public synchronized long earlyCnps() {
    return datagramDispatcher.earlyCnps();
  }

  /** Controls congestion so from now on, for queue pairs that are made later. */
  public synchronized void control(SoftDcqcnSettings how) {
    control = how;
  }

  /** Memory regions that are registered. */
  public synchronized int regions() {
    return deviceResources.regions();
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
    List.copyOf(deviceResources.inTurn()).forEach(SoftQueuePair::close);
    closed = true;
    deviceResources.forgetRegions();
    notifyAll();
    link.wake();
    try {
      link.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
