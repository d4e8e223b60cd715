package dev.headroom.wire.probe;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sink at a datagram queue pair of its own, which is lent to one peer and sends nothing. How a
 * datagram arrived stands in its IP header, which verbs put before what it carries.
 */
final class QueuePairSink implements ProbeSink, AutoCloseable {
  /** What is kept of a datagram: 40 bytes of header, and 8 of payload. */
  private static final int KEPT = 48;

  private static final int HEADER = 40;
  private static final int SEQUENCE_AT = HEADER + 4;
  private static final int MTU = 4096;

  private static final long QUIET_NS = 20_000_000;

  /** Receives that are posted: twice a round, since a path may double packets. */
  static final int RECEIVES = 2 * ProbeBurst.MOST;

  private final Arena arena = Arena.ofShared();
  private final InetAddress peer;
  private final IpFamily family;
  private final CompletionQueue queue;
  private final QueuePair pair;
  private final MemoryRegion kept;
  private final MemoryRegion rest;
  private final ProbeExchange.Lent lent;

  QueuePairSink(Device device, InetAddress peer) {
    this.peer = peer;
    family = IpFamily.of(peer);
    queue = device.createCompletionQueue(RECEIVES + 1);
    ProtectionDomain domain = device.allocateProtectionDomain();
    Set<Access> own = Set.of(Access.LOCAL_WRITE);
    kept = domain.register(arena.allocate((long) RECEIVES * KEPT), own);
    rest = domain.register(arena.allocate(MTU), own);
    pair =
        domain.createQueuePair(
            QueuePairType.UD, new QueuePairLimits(1, RECEIVES), queue, queue, Optional.empty());
    lent =
        new ProbeExchange.Lent(pair.self().queuePair(), new SecureRandom().nextInt() & 0x7fff_ffff);
    pair.open(
        new DatagramSettings(
            lent.qkey(),
            ConnectionSettings.DEFAULT_PKEY,
            MTU,
            ConnectionSettings.DEFAULT_TRAFFIC_CLASS));
    for (int i = 0; i < RECEIVES; i++) {
      post(i);
    }
  }

  /** What the peer has to name to send here. */
  ProbeExchange.Lent lent() {
    return lent;
  }

  private void post(int slot) {
    pair.postReceive(slot, kept.slice((long) slot * KEPT, KEPT), rest.slice(0, MTU));
  }

  @Override
  public void begin(int packets, long lastsNs) throws InterruptedException {
    var _ = end(); // what comes late is of no round
  }

  /**
   * Takes what has come since it was last asked, and makes room for more; until the device has
   * nothing left, since it may be slower than the question.
   */
  @Override
  public List<Arrival> end() throws InterruptedException {
    List<Arrival> arrivals = new ArrayList<>();
    // One who sends without end is not listened to without end.
    for (int taken = 0; taken < RECEIVES; taken++) {
      Optional<WorkCompletion> next = queue.await(QUIET_NS);
      if (next.isEmpty()) {
        break;
      }
      WorkCompletion done = next.get();
      long at = done.id() * KEPT;
      MemorySegment s = kept.memory();
      boolean fromPeer = done.sender().map(each -> each.address().equals(peer)).orElse(false);
      if (done.status() == Status.SUCCESS && fromPeer && done.bytes() >= KEPT) {
        int marks = family.trafficClass(s, at + HEADER - family.layout().header());
        arrivals.add(new Arrival(BigEndianBytes.i32(s, at + SEQUENCE_AT), marks));
      }
      post((int) done.id());
    }
    return arrivals;
  }

  @Override
  public void close() {
    pair.close();
    kept.close();
    rest.close();
    arena.close();
  }
}
