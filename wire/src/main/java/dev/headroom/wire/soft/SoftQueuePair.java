package dev.headroom.wire.soft;

import dev.headroom.model.fabric.UdpSourcePort;
import dev.headroom.wire.packet.Ecn;
import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.soft.ReceiveRing.Receive;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import dev.headroom.wire.verbs.WorkRequest.Flag;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A queue pair: its state, its queues, and its two sides. */
final class SoftQueuePair implements QueuePair {
  private static final int MOST_LAST_ANSWERS = 64;

  private final SoftDevice device;
  private final SoftDomain domain;
  private final QueuePairType type;
  private final Peer self;
  private final QueuePairLimits limits;
  private final Outcomes outcomes;
  private final PacketOut out;
  private final Pacer pacer;
  private final CongestionControl control;
  private final ReceiveRing posted;
  private final @Nullable SoftSharedReceives shared;
  private final Gate gate;
  private State state = State.INIT;
  private boolean closed;
  private @Nullable Route route;
  private @Nullable Peer peer;
  private @Nullable ConnectionSettings settings;
  private @Nullable SendSide asking;
  private @Nullable ReceiveSide serving;

  SoftQueuePair(
      SoftDevice device,
      SoftDomain domain,
      QueuePairType type,
      Peer self,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives,
      @Nullable SoftSharedReceives shared,
      CongestionControl control,
      PacketOut out) {
    this.device = device;
    this.domain = domain;
    this.type = type;
    this.self = self;
    this.limits = limits;
    outcomes = new Outcomes(self.queuePair(), sends, receives);
    this.shared = shared;
    this.control = control;
    this.out = out;
    pacer = new Pacer(control);
    gate = new Gate(type);
    posted = shared == null ? new ReceiveRing(limits.receives()) : shared.ring;
  }

  // --- for programs -----------------------------------------------------------------------------

  @Override
  public Peer self() {
    return self;
  }

  @Override
  public QueuePairType type() {
    return type;
  }

  @Override
  public State state() {
    synchronized (device) {
      return state;
    }
  }

  @Override
  public void readyToReceive(Peer newPeer, ConnectionSettings newSettings) {
    synchronized (device) {
      expect(type != QueuePairType.UD, "of type UD; open is right");
      expect(State.INIT);
      int number = newPeer.queuePair();
      Route to = route(newPeer.address(), number, newSettings.trafficClass());
      serving =
          type == QueuePairType.UC
              ? new UnreliableReceiver(this, newSettings, newPeer.startingPsn())
              : new Responder(
                  this,
                  newSettings,
                  new Answers(out, pacer, to, number, newSettings),
                  newPeer.startingPsn());
      route = to;
      int pkey = newSettings.pkey();
      gate.open(pkey, to, new Notifications(out, pacer, control, to, pkey, number));
      peer = newPeer;
      settings = newSettings;
      state = State.RTR;
    }
  }

  @Override
  public void readyToSend(int startingPsn) {
    synchronized (device) {
      expect(State.RTR);
      Peer to = peer;
      Route way = route;
      ConnectionSettings how = settings;
      if (to == null || way == null || how == null) {
        throw new IllegalStateException("ready to receive, but from nobody");
      }
      WorkRing works = new WorkRing(limits.sends());
      int number = to.queuePair();
      asking =
          type == QueuePairType.UC
              ? new UnreliableSender(
                  this, out, works, way, number, how.mtuBytes(), how.pkey(), startingPsn)
              : new Requester(this, out, works, way, number, how, startingPsn);
      state = State.RTS;
    }
  }

  @Override
  public void open(DatagramSettings how) {
    synchronized (device) {
      expect(type == QueuePairType.UD, "of type " + type + "; connect is right");
      expect(State.INIT);
      gate.open(how.pkey());
      serving = new DatagramReceiver(this, how);
      WorkRing works = new WorkRing(limits.sends());
      asking = new DatagramSender(this, out, works, how, self.startingPsn());
      state = State.RTS;
    }
  }

  @Override
  public void drain() {
    synchronized (device) {
      expect(State.RTS);
      state = State.SQD;
    }
  }

  @Override
  public void resume() {
    synchronized (device) {
      expect(state == State.SQD || state == State.SQE, "in " + state + ", not in SQD or SQE");
      state = State.RTS;
      device.wake();
    }
  }

  @Override
  public void fail() {
    synchronized (device) {
      expect(!closed, "closed");
      toError();
    }
  }

  @Override
  public void reset() {
    synchronized (device) {
      expect(!closed, "closed");
      answerLast();
      state = State.RESET;
      asking = null;
      serving = null;
      route = null;
      gate.shut();
      if (shared == null) {
        posted.clear();
      }
    }
  }

  @Override
  public void initialize() {
    synchronized (device) {
      expect(!closed, "closed");
      expect(State.RESET);
      state = State.INIT;
    }
  }

  private void expect(State right) {
    expect(state == right, "in " + state + ", not in " + right);
  }

  private static void expect(boolean right, String wrong) {
    if (!right) {
      throw new IllegalStateException("the queue pair is " + wrong);
    }
  }

  @Override
  public void post(WorkRequest request) {
    synchronized (device) {
      SendSide to = asking;
      if (to == null) {
        expect(state == State.ERROR, "in " + state + ", not connected yet");
        completeSend(request.id(), Status.WORK_REQUEST_FLUSHED, 0);
        return;
      }
      if (to.works.isFull()) {
        throw new IllegalStateException(
            "the send queue is full: " + limits.sends() + " work requests are not completed");
      }
      Work work = to.works.next(request);
      work.pieces.set(domain, request.data(), request.verb().isAnswered());
      check(request, work.pieces.bytes(), to);
      if (state == State.ERROR || state == State.SQE) {
        completeSend(request.id(), Status.WORK_REQUEST_FLUSHED, 0);
        return;
      }
      if (request.flags().contains(Flag.INLINE)) {
        work.pieces.take(limits.inlineBytes());
      }
      work.split(to.mtu);
      to.works.add();
      device.wake();
    }
  }

  private void check(WorkRequest request, long bytes, SendSide to) {
    request.checkFor(type, limits);
    if (to instanceof DatagramSender sender) {
      refuse(bytes > to.mtu, "a datagram of " + bytes + " bytes; " + to.mtu + " is the most here");
      sender.prepare(request.destination().orElseThrow());
    }
  }

  private static void refuse(boolean wrong, String what) {
    if (wrong) {
      throw new IllegalArgumentException(what);
    }
  }

  @Override
  public void postReceive(long id, ScatterGather... room) {
    synchronized (device) {
      refuse(
          room.length > limits.pieces(),
          room.length + " pieces; " + limits.pieces() + " is the most of this queue pair");
      expect(shared == null, "one that shares its receives; post them there");
      expect(state != State.RESET, "in RESET");
      if (state == State.ERROR) {
        received(id, Status.WORK_REQUEST_FLUSHED, 0, false, 0);
        return;
      }
      posted.post(domain, id, room);
    }
  }

  @Override
  public void close() {
    synchronized (device) {
      if (closed) {
        return;
      }
      answerLast();
      if (state != State.RESET) {
        toError();
      }
      closed = true;
      if (shared != null) {
        shared.leave();
      }
      device.forget(this);
    }
  }

  /** A peer whose last message is done here has to hear of it, or it would ask again and again. */
  private void answerLast() {
    if (serving != null && !serving.isIdle()) {
      int _ = serving.transmit(MOST_LAST_ANSWERS, device.nowNs());
      out.flush();
    }
  }

  // --- for the device ---------------------------------------------------------------------------

  /** Takes a packet of its peer, if it is of its kind now; false if it is not. */
  boolean receive(Frame packet, Service service, long nowNs) {
    ReceiveSide to = serving;
    boolean takes =
        state == State.RTR || state == State.RTS || state == State.SQD || state == State.SQE;
    if (!takes || to == null || service != gate.service()) {
      return false;
    }
    if (packet.ecn() == Ecn.CE) {
      gate.marked(nowNs);
    }
    if (service == Service.RC && packet.operation().isResponse()) {
      if (asking != null) {
        asking.receive(packet, nowNs);
      }
    } else {
      to.receive(packet);
    }
    return true;
  }

  /** A CNP of its peer came. */
  Notifications.Notice notified(long nowNs) {
    return asking == null ? Notifications.Notice.STRANGE : gate.notified(nowNs);
  }

  /** Whose packets it takes. */
  Gate gate() {
    return gate;
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

  long wakeNs(long nowNs) {
    long wakeNs = asking == null || asking.isIdle() ? Long.MAX_VALUE : asking.wakeNs(nowNs);
    boolean answers = serving != null && !serving.isIdle();
    return answers ? Math.min(wakeNs, pacer.wakeNs(nowNs)) : wakeNs;
  }

  // --- for its two sides ------------------------------------------------------------------------

  SoftDomain domain() {
    return domain;
  }

  /** The way to a queue pair at an address, of which ECMP knows by the source port alone. */
  Route route(InetAddress to, int queuePair, int trafficClass) {
    int source = device.sourcePort(UdpSourcePort.ofKernel(self.queuePair(), queuePair));
    return new Route(self.address(), to, source, device.port(), trafficClass);
  }

  Pacer pacer() {
    return pacer;
  }

  boolean maySend() {
    return state == State.RTS || state == State.SQD;
  }

  void completed(Work work) {
    if (work.request.signaled()) {
      completeSend(work.request.id(), Status.SUCCESS, work.isAnswered() ? work.pieces.bytes() : 0);
    }
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

  /** Something of this side's own failed, such as memory that was closed. */
  void broke() {
    toError();
  }

  private void toError() {
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
    if (shared == null) {
      keep(outcomes.flush(posted));
    }
  }

  /** Puts it in error if a completion was lost. */
  private void keep(boolean kept) {
    if (!kept) {
      toError();
    }
  }

  @Nullable Receive takeReceive(Receive spare) {
    return posted.take(spare);
  }

  boolean hasReceive() {
    return posted.size() > 0;
  }

  void received(long id, Status status, long bytes, boolean hasImmediate, int immediate) {
    keep(outcomes.received(id, status, bytes, hasImmediate, immediate));
  }

  void receivedDatagram(
      long id, long bytes, boolean hasImmediate, int immediate, Frame packet, int sender) {
    keep(outcomes.receivedDatagram(id, bytes, hasImmediate, immediate, packet, sender));
  }

  private void completeSend(long id, Status status, long bytes) {
    keep(outcomes.sent(id, status, bytes));
  }
}
