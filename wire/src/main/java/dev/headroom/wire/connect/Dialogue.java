package dev.headroom.wire.connect;

import dev.headroom.wire.packet.Bytes;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.QueuePair;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * State machine of a connection manager: its answers to the messages that it receives (IBA 12.9). A
 * message counts only if it comes from the peer's address with both ids right; everything else is
 * dropped and counted. Guarded by the manager.
 */
final class Dialogue {
  /** How long a caller waits for this side's program. */
  private static final long CALLER_NS = 5_000_000_000L;

  /** The unit of the time for which a peer asks (12.6.6), and the most that it gets. */
  private static final long WAIT_UNIT_NS = 4096;

  private static final long MOST_WAIT_NS = 30_000_000_000L;

  /** How often a peer gets it. */
  static final int MOST_WAITS = 3;

  private final ConnectionManager manager;
  private final ManagementPort device;
  private final Talks talks;
  private final Doors doors;
  private final LongSupplier clockNs;
  private long dropped;

  Dialogue(
      ConnectionManager manager,
      ManagementPort device,
      Talks talks,
      Doors doors,
      LongSupplier clockNs) {
    this.manager = manager;
    this.device = device;
    this.talks = talks;
    this.doors = doors;
    this.clockNs = clockNs;
  }

  /** Datagrams that were forged, late, or of which there were too many. */
  long dropped() {
    return dropped;
  }

  /** Takes a datagram from an address, which anybody can write. */
  void receive(InetAddress from, MemorySegment mad) {
    if (!CmForm.isOne(mad)) {
      dropped++;
      return;
    }
    long transaction = Mad.transaction(mad, 0);
    if (isOneTooMany(from, mad, transaction)) {
      dropped++;
      return;
    }
    boolean taken =
        switch (CmMessage.read(mad, 0)) {
          case CmMessage.Request request -> requested(from, request, transaction, mad);
          case CmMessage.Reply reply -> replied(from, reply, mad);
          case CmMessage.ReadyToUse ready -> confirmed(talks.find(from, ready.remoteId()), ready);
          case CmMessage.Reject reject -> refused(talks.find(from, reject.remoteId()), reject);
          case CmMessage.Wait wait -> delayed(talks.find(from, wait.remoteId()), wait, mad);
          case CmMessage.DisconnectRequest end -> peerEnds(from, end, transaction);
          case CmMessage.DisconnectReply end -> peerEnded(talks.find(from, end.remoteId()), end);
          default -> false;
        };
    dropped += taken ? 0 : 1;
  }

  /**
   * Whether it is a request for which there is no room, and none that is known. It is not even
   * read: a flood should cost little, and an answer to everybody who asks would serve those who
   * forge.
   */
  private boolean isOneTooMany(InetAddress from, MemorySegment mad, long transaction) {
    return Mad.attribute(mad, 0) == CmForm.REQUEST
        && talks.isCrowded(from)
        && talks.caller(from, Bytes.i32(mad, Mad.DATA_AT), transaction) == null;
  }

  private boolean requested(
      InetAddress from, CmMessage.Request request, long transaction, MemorySegment mad) {
    Talk known = talks.caller(from, request.localId(), transaction);
    if (known != null) {
      return repeat(known);
    }
    int port = (int) (request.service() & 0xffff);
    int refusal = refusal(from, request, mad);
    if (refusal != 0) {
      byte[] answer = CmForm.reject(transaction, 0, request.localId(), refusal);
      device.send(from, MemorySegment.ofArray(answer));
      return true;
    }
    if (talks.areFull()) {
      return false;
    }
    Talk talk = talks.answer(from, request.localId(), transaction);
    talk.remoteQp = request.localQp();
    talk.peerServes = CmForm.readsServed(mad);
    talk.peerAsks = CmForm.readsAsked(mad);
    manager.lookAt(talk, clockNs.getAsLong() + CALLER_NS);
    doors.add(port, new ConnectionManager.Asked(talk, request, CmForm.privateData(mad)));
    manager.arrived();
    return true;
  }

  /** Why a request cannot be served; 0 if it can. */
  private int refusal(InetAddress from, CmMessage.Request request, MemorySegment mad) {
    int port = (int) (request.service() & 0xffff);
    if (!doors.isOpen(port) || request.service() != CmForm.service(port)) {
      return CmForm.NO_SERVICE;
    }
    if (request.transport() != Service.RC) {
      return CmForm.NO_TRANSPORT;
    }
    if (request.pathMtuBytes() == 0) {
      return CmForm.BAD_MTU;
    }
    return CmForm.requester(mad).equals(from) ? 0 : CmForm.BAD_GID;
  }

  /** A request has come once more: its answer was lost, or is not ready. */
  private boolean repeat(Talk talk) {
    byte[] pending = talk.pending;
    if (talk.state == Talk.State.ASKED) {
      pending = CmForm.wait(talk.transaction, talk.localId, talk.remoteId);
    }
    if (pending != null) {
      device.send(talk.peer, MemorySegment.ofArray(pending));
    }
    return true;
  }

  private boolean replied(InetAddress from, CmMessage.Reply reply, MemorySegment mad) {
    Talk talk = talks.find(from, reply.remoteId());
    if (talk == null || Mad.transaction(mad, 0) != talk.transaction) {
      return false;
    }
    if (talk.state == Talk.State.OPEN && talk.remoteId == reply.localId()) {
      // The confirmation was lost.
      byte[] ready = CmForm.ids(talk.transaction, CmForm.READY, talk.localId, talk.remoteId);
      device.send(from, MemorySegment.ofArray(ready));
      return true;
    }
    if (talk.state != Talk.State.REQUESTED) {
      return talk.state == Talk.State.AGREED;
    }
    talk.remoteId = reply.localId();
    talk.remoteQp = reply.localQp();
    talk.reply = reply;
    talk.peerServes = CmForm.readsServed(mad);
    talk.peerAsks = CmForm.readsAsked(mad);
    manager.settle(talk, Talk.State.AGREED);
    return true;
  }

  private boolean confirmed(@Nullable Talk talk, CmMessage.ReadyToUse ready) {
    if (talk == null || talk.remoteId != ready.localId()) {
      return false;
    }
    if (talk.state == Talk.State.REPLIED) {
      manager.settle(talk, Talk.State.OPEN);
    }
    return true;
  }

  private boolean refused(@Nullable Talk talk, CmMessage.Reject reject) {
    if (talk == null
        || (talk.state != Talk.State.REQUESTED && talk.state != Talk.State.REPLIED)
        || (talk.state == Talk.State.REPLIED && talk.remoteId != reject.localId())) {
      return false;
    }
    talk.reason = reject.words();
    manager.finish(talk, Talk.State.REFUSED);
    return true;
  }

  /** The peer needs more time: nothing is sent again for so long. It cannot go on so for ever. */
  private boolean delayed(@Nullable Talk talk, CmMessage.Wait wait, MemorySegment mad) {
    if (talk == null
        || (talk.state != Talk.State.REQUESTED && talk.state != Talk.State.REPLIED)
        || (talk.state == Talk.State.REPLIED && talk.remoteId != wait.localId())
        || talk.waits == MOST_WAITS) {
      return false;
    }
    talk.waits++;
    int exponent = Bytes.u8(mad, Mad.DATA_AT + 9) >> 3;
    long more = Math.min(WAIT_UNIT_NS << exponent, MOST_WAIT_NS);
    talk.dueNs = Math.max(talk.dueNs, clockNs.getAsLong() + more);
    return true;
  }

  private boolean peerEnds(
      InetAddress from, CmMessage.DisconnectRequest request, long transaction) {
    // What the peer calls remote is this side's.
    int localId = request.remoteId();
    int remoteId = request.localId();
    Talk talk = talks.findAlsoEnded(from, localId, remoteId);
    if (talk == null) {
      return false;
    }
    byte[] answer = CmForm.ids(transaction, CmForm.DISCONNECTED, talk.localId, talk.remoteId);
    device.send(from, MemorySegment.ofArray(answer));
    if (talks.isOpen(talk)) {
      manager.finish(talk, Talk.State.ENDED);
      QueuePair pair = talk.pair;
      if (pair != null) {
        pair.close(); // which flushes what its program waits for
      }
    }
    return true;
  }

  private boolean peerEnded(@Nullable Talk talk, CmMessage.DisconnectReply reply) {
    if (talk == null || talk.state != Talk.State.ENDING || talk.remoteId != reply.localId()) {
      return false;
    }
    manager.finish(talk, Talk.State.ENDED);
    return true;
  }
}
