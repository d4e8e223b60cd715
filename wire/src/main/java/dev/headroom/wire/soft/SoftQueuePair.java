package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Frame;
import dev.headroom.wire.packet.RoceWriter;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One end of a reliable connection: its state, its queues, and its two sides. */
final class SoftQueuePair implements QueuePair {
  private static final long MOST_MESSAGE = 1L << 31;
  private static final int TTL = 64;

  /** DSCP 26, which many fabrics take for RoCE, and ECT(0). */
  private static final int TRAFFIC_CLASS = (26 << 2) | 2;

  private final SoftDevice device;
  private final SoftDomain domain;
  private final Peer self;
  private final QueuePairLimits limits;
  private final SoftCompletionQueue sends;
  private final SoftCompletionQueue receives;
  private final PacketOut out;
  private final ArrayDeque<Receive> posted = new ArrayDeque<>();
  private State state = State.INITIALIZED;
  private int peerAddress;
  private @Nullable Requester requester;
  private @Nullable Responder responder;
  private @Nullable Answers answers;

  SoftQueuePair(
      SoftDevice device,
      SoftDomain domain,
      Peer self,
      QueuePairLimits limits,
      SoftCompletionQueue sends,
      SoftCompletionQueue receives,
      PacketOut out) {
    this.device = device;
    this.domain = domain;
    this.self = self;
    this.limits = limits;
    this.sends = sends;
    this.receives = receives;
    this.out = out;
  }

  // --- for programs -----------------------------------------------------------------------------

  @Override
  public Peer self() {
    return self;
  }

  @Override
  public State state() {
    synchronized (device) {
      return state;
    }
  }

  @Override
  public void connect(Peer peer, ConnectionSettings settings, int startingPsn) {
    synchronized (device) {
      if (state != State.INITIALIZED) {
        throw new IllegalStateException("queue pair is " + state + "; it can be connected once");
      }
      peerAddress = Addresses.of(peer.address());
      RoceWriter.Path path =
          new RoceWriter.Path(
              0, 0, Addresses.of(self.address()), peerAddress, device.port(), TRAFFIC_CLASS, TTL);
      Answers to = new Answers(out, path, peer.queuePair(), settings.readsServed());
      answers = to;
      responder = new Responder(this, settings, to, peer.startingPsn());
      requester = new Requester(this, out, path, peer.queuePair(), settings, startingPsn);
      state = State.READY;
    }
  }

  @Override
  public void post(WorkRequest request) {
    synchronized (device) {
      Requester to = requester;
      if (to == null || state == State.INITIALIZED) {
        throw new IllegalStateException("queue pair is not connected yet");
      }
      boolean answered =
          request.verb() != WorkRequest.Verb.SEND && request.verb() != WorkRequest.Verb.WRITE;
      Pieces pieces = Pieces.of(domain, request.data(), answered);
      check(request, pieces, answered);
      if (state == State.ERROR) {
        completeSend(request, Status.WORK_REQUEST_FLUSHED, 0);
        return;
      }
      if (to.posted() >= limits.sends()) {
        throw new IllegalStateException(
            "the send queue is full: " + limits.sends() + " work requests are not completed");
      }
      to.post(request, pieces);
      device.wake();
    }
  }

  private static void check(WorkRequest request, Pieces pieces, boolean answered) {
    boolean atomic = answered && request.verb() != WorkRequest.Verb.READ;
    if (pieces.bytes > MOST_MESSAGE) {
      throw new IllegalArgumentException(
          "a message of " + pieces.bytes + " bytes; 2^31 is the most");
    }
    if (atomic && pieces.bytes != Long.BYTES) {
      throw new IllegalArgumentException(
          "an atomic brings back 8 bytes, and there is room for " + pieces.bytes);
    }
    if (answered && request.immediate().isPresent()) {
      throw new IllegalArgumentException("only SEND and WRITE take an immediate");
    }
  }

  @Override
  public void postReceive(long id, ScatterGather... room) {
    synchronized (device) {
      Pieces pieces = Pieces.of(domain, List.of(room), true);
      Receive receive = new Receive(id, pieces);
      if (state == State.ERROR) {
        received(receive, Status.WORK_REQUEST_FLUSHED, 0, OptionalInt.empty());
        return;
      }
      if (posted.size() >= limits.receives()) {
        throw new IllegalStateException(
            "the receive queue is full: " + limits.receives() + " are posted");
      }
      posted.add(receive);
    }
  }

  @Override
  public void close() {
    synchronized (device) {
      toError();
      device.forget(this);
    }
  }

  // --- for the device ---------------------------------------------------------------------------

  /** Takes a packet, if it comes from its peer. */
  boolean receive(Frame packet, int from, long nowNs) {
    Requester asking = requester;
    Responder serving = responder;
    if (state != State.READY || asking == null || serving == null || from != peerAddress) {
      return false;
    }
    if (packet.operation().isResponse()) {
      asking.receive(packet, nowNs);
    } else {
      serving.receive(packet);
    }
    return true;
  }

  /** Looks at the time and sends; returns how many packets. */
  int progress(int budget, long nowNs) {
    Requester asking = requester;
    Answers waiting = answers;
    if (asking == null || waiting == null) {
      return 0;
    }
    int count = waiting.transmit(budget);
    if (state == State.READY) {
      asking.look(nowNs);
      count += asking.transmit(budget, nowNs);
    }
    return count;
  }

  long wakeNs(long nowNs) {
    return requester == null ? Long.MAX_VALUE : requester.wakeNs(nowNs);
  }

  // --- for its two sides ------------------------------------------------------------------------

  SoftDomain domain() {
    return domain;
  }

  boolean isReady() {
    return state == State.READY;
  }

  void completed(Work work) {
    if (work.request.signaled()) {
      completeSend(work.request, Status.SUCCESS, work.isAnswered() ? work.pieces.bytes : 0);
    }
  }

  /** A work request failed, and with it the queue pair. */
  void fail(Work failed, Status status) {
    Requester asking = requester;
    if (asking == null || state == State.ERROR) {
      return;
    }
    state = State.ERROR;
    for (Work each : asking.flush()) {
      completeSend(each.request, each == failed ? status : Status.WORK_REQUEST_FLUSHED, 0);
    }
    flushReceives();
  }

  /** The peer asked for something that it may not. */
  void peerFailed(@Nullable Receive begun) {
    if (begun != null) {
      received(begun, Status.WORK_REQUEST_FLUSHED, 0, OptionalInt.empty());
    }
    toError();
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
    if (requester != null) {
      for (Work each : requester.flush()) {
        completeSend(each.request, Status.WORK_REQUEST_FLUSHED, 0);
      }
    }
    flushReceives();
  }

  private void flushReceives() {
    while (!posted.isEmpty()) {
      received(posted.remove(), Status.WORK_REQUEST_FLUSHED, 0, OptionalInt.empty());
    }
  }

  @Nullable Receive nextReceive() {
    return posted.poll();
  }

  @Nullable Receive peekReceive() {
    return posted.peek();
  }

  void received(Receive receive, Status status, long bytes, OptionalInt immediate) {
    WorkCompletion completion =
        new WorkCompletion(receive.id(), self.queuePair(), status, true, bytes, immediate);
    if (!receives.add(completion)) {
      toError(); // a completion is lost: nobody can rely on what follows (IBA 10.8.3.4)
    }
  }

  private void completeSend(WorkRequest request, Status status, long bytes) {
    WorkCompletion completion =
        new WorkCompletion(
            request.id(), self.queuePair(), status, false, bytes, OptionalInt.empty());
    if (!sends.add(completion)) {
      toError();
    }
  }
}
