package dev.headroom.wire.soft;

import dev.headroom.wire.soft.link.HeaderTemplate;
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
import org.jspecify.annotations.Nullable;

/**
 * Queue pair of a software device as its program sees it: changes of state, and posted work. What
 * it does with that is {@link #exchange}'s.
 */
final class SoftQueuePair implements QueuePair {
  private static final int MOST_LAST_ANSWERS = 64;

  /** What it exchanges with its peer. */
  final QueuePairEngine exchange;

  private final SoftDevice device;
  private final SoftProtectionDomain domain;
  private final QueuePairType type;
  private final Peer self;
  private final QueuePairLimits limits;
  private final PacketWriter out;
  private final SoftDcqcnSettings control;
  private final @Nullable SoftSharedReceiveQueue shared;
  private boolean closed;
  private @Nullable HeaderTemplate route;
  private @Nullable Peer peer;
  private @Nullable ConnectionSettings settings;

  SoftQueuePair(
      SoftDevice device,
      SoftProtectionDomain domain,
      QueuePairType type,
      Peer self,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives,
      @Nullable SoftSharedReceiveQueue shared,
      SoftDcqcnSettings control,
      PacketWriter out) {
    this.device = device;
    this.domain = domain;
    this.type = type;
    this.self = self;
    this.limits = limits;
    this.shared = shared;
    this.control = control;
    this.out = out;
    CompletionReporter outcomes = new CompletionReporter(self.queuePair(), sends, receives);
    exchange =
        new QueuePairEngine(
            device,
            domain,
            type,
            self,
            outcomes,
            control,
            shared == null ? null : shared.ring,
            limits.receives());
  }

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
      return exchange.state();
    }
  }

  @Override
  public void readyToReceive(Peer newPeer, ConnectionSettings newSettings) {
    synchronized (device) {
      expect(type != QueuePairType.UD, "of type UD; use open");
      expect(State.INIT);
      int number = newPeer.queuePair();
      HeaderTemplate to = exchange.route(newPeer.address(), number, newSettings.trafficClass());
      Pacer pacer = exchange.pacer();
      exchange.serve(
          type == QueuePairType.UC
              ? new UnreliableReceiver(exchange, newSettings, newPeer.startingPsn())
              : new SoftRcResponder(
                  exchange,
                  newSettings,
                  new ResponseQueue(out, pacer, to, number, newSettings),
                  newPeer.startingPsn()));
      int pkey = newSettings.pkey();
      exchange.gate().open(pkey, to, new CnpHandler(out, pacer, control, to, pkey, number));
      route = to;
      peer = newPeer;
      settings = newSettings;
      exchange.become(State.RTR);
    }
  }

  @Override
  public void readyToSend(int startingPsn) {
    synchronized (device) {
      expect(State.RTR);
      Peer to = peer;
      HeaderTemplate way = route;
      ConnectionSettings how = settings;
      if (to == null || way == null || how == null) {
        throw new IllegalStateException("ready to receive, but without a peer");
      }
      SendRing works = new SendRing(limits.sends());
      int number = to.queuePair();
      exchange.setSendSide(
          type == QueuePairType.UC
              ? new UnreliableSender(
                  exchange, out, works, way, number, how.mtuBytes(), how.pkey(), startingPsn)
              : new SoftRcRequester(exchange, out, works, way, number, how, startingPsn));
      exchange.become(State.RTS);
    }
  }

  @Override
  public void open(DatagramSettings how) {
    synchronized (device) {
      expect(type == QueuePairType.UD, "of type " + type + "; use connect");
      expect(State.INIT);
      exchange.gate().open(how.pkey());
      exchange.serve(new DatagramReceiver(exchange, how));
      SendRing works = new SendRing(limits.sends());
      exchange.setSendSide(new DatagramSender(exchange, out, works, how, self.startingPsn()));
      exchange.become(State.RTS);
    }
  }

  @Override
  public void drain() {
    synchronized (device) {
      expect(State.RTS);
      exchange.become(State.SQD);
    }
  }

  @Override
  public void resume() {
    synchronized (device) {
      State state = exchange.state();
      expect(state == State.SQD || state == State.SQE, "in " + state + ", not in SQD or SQE");
      exchange.become(State.RTS);
      device.wake();
    }
  }

  @Override
  public void fail() {
    synchronized (device) {
      expect(!closed, "closed");
      exchange.fail();
    }
  }

  @Override
  public void reset() {
    synchronized (device) {
      expect(!closed, "closed");
      answerLast();
      exchange.become(State.RESET);
      exchange.forget();
      route = null;
    }
  }

  @Override
  public void initialize() {
    synchronized (device) {
      expect(!closed, "closed");
      expect(State.RESET);
      exchange.become(State.INIT);
    }
  }

  private void expect(State right) {
    expect(exchange.state() == right, "in " + exchange.state() + ", not in " + right);
  }

  private static void expect(boolean right, String wrong) {
    if (!right) {
      throw new IllegalStateException("the queue pair is " + wrong);
    }
  }

  @Override
  public void post(WorkRequest request) {
    synchronized (device) {
      State state = exchange.state();
      SendSide to = exchange.asking();
      if (to == null) {
        expect(state == State.ERROR, "in " + state + ", not connected yet");
        exchange.completeSend(request.id(), Status.WORK_REQUEST_FLUSHED, 0);
        return;
      }
      if (to.works.isFull()) {
        throw new IllegalStateException(
            "the send queue is full: " + limits.sends() + " work requests are outstanding");
      }
      ActiveWorkRequest work = to.works.next(request);
      work.pieces.set(domain, request.data(), request.verb().isAnswered());
      check(request, work.pieces.bytes(), to);
      if (state == State.ERROR || state == State.SQE) {
        exchange.completeSend(request.id(), Status.WORK_REQUEST_FLUSHED, 0);
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
      refuse(bytes > to.mtu, "a datagram of " + bytes + " bytes; " + to.mtu + " is the maximum");
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
          room.length + " pieces; " + limits.pieces() + " is the maximum of this queue pair");
      expect(shared == null, "attached to a shared receive queue; post receives there");
      expect(exchange.state() != State.RESET, "in RESET");
      if (exchange.state() == State.ERROR) {
        exchange.received(id, Status.WORK_REQUEST_FLUSHED, 0, false, 0);
        return;
      }
      exchange.posted().post(domain, id, room);
    }
  }

  @Override
  public void close() {
    synchronized (device) {
      if (closed) {
        return;
      }
      answerLast();
      if (exchange.state() != State.RESET) {
        exchange.fail();
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
    if (exchange.sendResponses(MOST_LAST_ANSWERS)) {
      out.flush();
    }
  }
}
