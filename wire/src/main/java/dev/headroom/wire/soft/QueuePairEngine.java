package dev.headroom.wire.soft;

import dev.headroom.model.fabric.UdpSourcePort;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.ReceiveRing.Receive;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair.State;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Protocol engine of a queue pair: its requesting and responding side, packets to and from them,
 * completion of their work, and the resulting state of the queue pair. {@link SoftQueuePair} says
 * when there is a side, and in which state.
 */
final class QueuePairEngine {
  private final LocalDevice device;
  private final RegisteredMemory domain;
  private final QueuePairType type;
  private final Peer self;
  private final CompletionReporter outcomes;
  private final Pacer pacer;
  private final QueuePairFilter queuePairFilter;

  /** Its own receives, or those that it takes from with others. */
  private final ReceiveRing posted;

  private final boolean sharesReceives;
  private State state = State.INIT;
  private @Nullable SendSide asking;
  private @Nullable ReceiveSide serving;

  /**
   * @param shared the receives that it takes from with others, or null if it has its own
   * @param receives how many it has of its own
   */
  QueuePairEngine(
      LocalDevice device,
      RegisteredMemory domain,
      QueuePairType type,
      Peer self,
      CompletionReporter outcomes,
      SoftDcqcnSettings control,
      @Nullable ReceiveRing shared,
      int receives) {
    this.device = device;
    this.domain = domain;
    this.type = type;
    this.self = self;
    this.outcomes = outcomes;
    pacer = new Pacer(control);
    queuePairFilter = new QueuePairFilter(type);
    posted = shared == null ? new ReceiveRing(receives) : shared;
    sharesReceives = shared != null;
  }

  // --- for its queue pair -----------------------------------------------------------------------

  State state() {
    return state;
  }

  void become(State next) {
    state = next;
  }

  /** Serves a peer from now on. */
  void serve(ReceiveSide side) {
    serving = side;
  }

  /** Asks a peer from now on. */
  void setSendSide(SendSide side) {
    asking = side;
  }

  /** The side that asks, if it may yet, or null. */
  @Nullable SendSide asking() {
    return asking;
  }

  /** Forgets its peer, and what was posted to receive from it. */
  void forget() {
    asking = null;
    serving = null;
    queuePairFilter.shut();
    if (!sharesReceives) {
      posted.clear();
    }
  }

  ReceiveRing posted() {
    return posted;
  }

  /** Sends answers that wait; returns whether there was a side that had some. */
  boolean sendResponses(int most) {
    boolean waits = serving != null && !serving.isIdle();
    if (serving != null && waits) {
      int _ = serving.transmit(most, device.nowNs());
    }
    return waits;
  }

  // --- for the device ---------------------------------------------------------------------------

  /** Whose packets it takes. */
  QueuePairFilter gate() {
    return queuePairFilter;
  }

  /** Takes a packet of its peer, if it is of its kind now; false if it is not. */
  boolean receive(FrameHeaders packet, TransportService service, long nowNs) {
    ReceiveSide to = serving;
    boolean takes =
        state == State.RTR || state == State.RTS || state == State.SQD || state == State.SQE;
    if (!takes || to == null || service != queuePairFilter.service()) {
      return false;
    }
    if (packet.ecn() == Ecn.CE) {
      queuePairFilter.marked(nowNs);
    }
    if (service == TransportService.RC && packet.operation().isResponse()) {
      if (asking != null) {
        asking.receive(packet, nowNs);
      }
    } else {
      to.receive(packet);
    }
    return true;
  }

  /** A CNP of its peer came. */
  CnpHandler.Notice onCnp(long nowNs) {
    return asking == null ? CnpHandler.Notice.STRANGE : queuePairFilter.onCnp(nowNs);
  }

  /** Looks at the time and sends; returns how many packets. */
  int progress(int budget, long nowNs) {
    int count = 0;
    SendSide to = asking;
    if (to != null && !to.isIdle() && maySend()) {
      to.look(nowNs);
      count += maySend() ? to.transmit(budget, nowNs, state == State.RTS) : 0;
    }
    if (serving != null && !serving.isIdle()) {
      count += serving.transmit(budget, nowNs);
    }
    return count;
  }

  /**
   * When it has something to do though nothing comes, in nanoseconds of the device's clock; {@code
   * Long.MAX_VALUE}: never.
   */
  long wakeNs(long nowNs) {
    long wakeNs = asking == null || asking.isIdle() ? Long.MAX_VALUE : asking.wakeNs(nowNs);
    boolean answers = serving != null && !serving.isIdle();
    return answers ? Math.min(wakeNs, pacer.wakeNs(nowNs)) : wakeNs;
  }

  // --- for its two sides ------------------------------------------------------------------------

  Peer self() {
    return self;
  }

  RegisteredMemory domain() {
    return domain;
  }

  /** The way to a queue pair at an address, of which ECMP knows by the source port alone. */
  HeaderTemplate route(InetAddress to, int queuePair, int trafficClass) {
    int source = device.sourcePort(UdpSourcePort.ofKernel(self.queuePair(), queuePair));
    return new HeaderTemplate(self.address(), to, source, device.port(), trafficClass);
  }

  Pacer pacer() {
    return pacer;
  }

  boolean maySend() {
    return state == State.RTS || state == State.SQD;
  }

  @Nullable Receive takeReceive(Receive spare) {
    return posted.take(spare);
  }

  boolean hasReceive() {
    return posted.size() > 0;
  }

  // --- what becomes of work ---------------------------------------------------------------------

  void completed(ActiveWorkRequest work) {
    if (work.request.signaled()) {
      completeSend(work.request.id(), Status.SUCCESS, work.isAnswered() ? work.pieces.bytes() : 0);
    }
  }

  void completeSend(long id, Status status, long bytes) {
    keep(outcomes.sent(id, status, bytes));
  }

  void received(long id, Status status, long bytes, boolean hasImmediate, int immediate) {
    keep(outcomes.received(id, status, bytes, hasImmediate, immediate));
  }

  void receivedDatagram(
      long id, long bytes, boolean hasImmediate, int immediate, FrameHeaders packet, int sender) {
    keep(outcomes.receivedDatagram(id, bytes, hasImmediate, immediate, packet, sender));
  }

  /**
   * A work request failed: a connection that is reliable goes to error, of the others only what
   * they send (IBA 10.3.1.7).
   */
  void fail(long failed, Status status) {
    if (!maySend()) {
      return;
    }
    if (type == QueuePairType.RC) {
      state = State.ERROR;
      flushSends(failed, status);
      flushReceives();
    } else {
      state = State.SQE;
      flushSends(failed, status);
    }
  }

  /** It goes to error: its program wants it so, its peer is wrong, or its memory was closed. */
  void fail() {
    if (state == State.ERROR) {
      return;
    }
    state = State.ERROR;
    flushSends(-1, Status.WORK_REQUEST_FLUSHED);
    flushReceives();
  }

  private void flushSends(long failed, Status status) {
    SendSide from = asking;
    if (from != null) {
      keep(outcomes.flush(from.works, failed, status));
    }
  }

  private void flushReceives() {
    ReceiveSide from = serving;
    if (from != null) {
      from.failReceive(Status.WORK_REQUEST_FLUSHED);
    }
    if (!sharesReceives) {
      keep(outcomes.flush(posted));
    }
  }

  /** Puts it in error if a completion was lost. */
  private void keep(boolean kept) {
    if (!kept) {
      fail();
    }
  }
}
