package dev.headroom.wire.connect;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.packet.TransportService;
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
final class CmStateMachine {
  /** How long a caller waits for this side's program. */
  private static final long CALLER_NS = 5_000_000_000L;

  /** The unit of the time for which a peer asks (12.6.6), and the most that it gets. */
  private static final long WAIT_UNIT_NS = 4096;

  private static final long MOST_WAIT_NS = 30_000_000_000L;

  /** How often a peer gets it. */
  static final int MOST_WAITS = 3;

  private final ConnectionManager manager;
  private final ManagementPort device;
  private final CmConnectionTable cmConnectionTable;
  private final CmListeners cmListeners;
  private final LongSupplier clockNs;
  private long dropped;

  CmStateMachine(
      ConnectionManager manager,
      ManagementPort device,
      CmConnectionTable cmConnectionTable,
      CmListeners cmListeners,
      LongSupplier clockNs) {
    this.manager = manager;
    this.device = device;
    this.cmConnectionTable = cmConnectionTable;
    this.cmListeners = cmListeners;
    this.clockNs = clockNs;
  }

  /** Datagrams that were forged, late, or of which there were too many. */
  long dropped() {
    return dropped;
  }

  /** Takes a datagram from an address, which anybody can write. */
  void receive(InetAddress from, MemorySegment mad) {
    if (!CmMessageWriter.isOne(mad)) {
      dropped++;
      return;
    }
    long transaction = Mad.transaction(mad, 0);
    if (shouldDropRequest(from, mad, transaction)) {
      dropped++;
      return;
    }
    boolean taken =
        switch (CmMessage.read(mad, 0)) {
          case CmMessage.Request request -> requested(from, request, transaction, mad);
          case CmMessage.Reply reply -> handlesReply(from, reply, mad);
          case CmMessage.ReadyToUse ready ->
              handlesReadyToUse(cmConnectionTable.find(from, ready.remoteId()), ready);
          case CmMessage.Reject reject ->
              handlesReject(cmConnectionTable.find(from, reject.remoteId()), reject);
          case CmMessage.Wait wait ->
              delayed(cmConnectionTable.find(from, wait.remoteId()), wait, mad);
          case CmMessage.DisconnectRequest end -> handlesDisconnectRequest(from, end, transaction);
          case CmMessage.DisconnectReply end ->
              handlesDisconnectReply(cmConnectionTable.find(from, end.remoteId()), end);
          default -> false;
        };
    dropped += taken ? 0 : 1;
  }

  /**
   * Whether it is a request for which there is no room, and none that is known. It is not even
   * read: a flood should cost little, and an answer to everybody who asks would serve those who
   * forge.
   */
  private boolean shouldDropRequest(InetAddress from, MemorySegment mad, long transaction) {
    return Mad.attribute(mad, 0) == CmMessageWriter.REQUEST
        && cmConnectionTable.isOverLimit(from)
        && cmConnectionTable.caller(from, BigEndianBytes.i32(mad, Mad.DATA_AT), transaction)
            == null;
  }

  private boolean requested(
      InetAddress from, CmMessage.Request request, long transaction, MemorySegment mad) {
    CmConnection known = cmConnectionTable.caller(from, request.localId(), transaction);
    if (known != null) {
      return repeat(known);
    }
    int port = (int) (request.service() & 0xffff);
    int refusal = rejectReason(from, request, mad);
    if (refusal != 0) {
      byte[] answer = CmMessageWriter.reject(transaction, 0, request.localId(), refusal);
      device.send(from, MemorySegment.ofArray(answer));
      return true;
    }
    if (cmConnectionTable.areFull()) {
      return false;
    }
    CmConnection cmConnection = cmConnectionTable.addIncoming(from, request.localId(), transaction);
    cmConnection.remoteQp = request.localQp();
    cmConnection.peerResponderResources = CmMessageWriter.readsServed(mad);
    cmConnection.peerInitiatorDepth = CmMessageWriter.readsAsked(mad);
    manager.lookAt(cmConnection, clockNs.getAsLong() + CALLER_NS);
    cmListeners.add(
        port, new ConnectionManager.Asked(cmConnection, request, CmMessageWriter.privateData(mad)));
    manager.arrived();
    return true;
  }

  /** Why a request cannot be served; 0 if it can. */
  private int rejectReason(InetAddress from, CmMessage.Request request, MemorySegment mad) {
    int port = (int) (request.service() & 0xffff);
    if (!cmListeners.isOpen(port) || request.service() != CmMessageWriter.service(port)) {
      return CmMessageWriter.NO_SERVICE;
    }
    if (request.transport() != TransportService.RC) {
      return CmMessageWriter.NO_TRANSPORT;
    }
    if (request.pathMtuBytes() == 0) {
      return CmMessageWriter.BAD_MTU;
    }
    return CmMessageWriter.requester(mad).equals(from) ? 0 : CmMessageWriter.BAD_GID;
  }

  /** A request has come once more: its answer was lost, or is not ready. */
  private boolean repeat(CmConnection cmConnection) {
    byte[] pending = cmConnection.pending;
    if (cmConnection.state == CmConnection.State.ASKED) {
      pending =
          CmMessageWriter.wait(
              cmConnection.transaction, cmConnection.localId, cmConnection.remoteId);
    }
    if (pending != null) {
      device.send(cmConnection.peer, MemorySegment.ofArray(pending));
    }
    return true;
  }

  private boolean handlesReply(InetAddress from, CmMessage.Reply reply, MemorySegment mad) {
    CmConnection cmConnection = cmConnectionTable.find(from, reply.remoteId());
    if (cmConnection == null || Mad.transaction(mad, 0) != cmConnection.transaction) {
      return false;
    }
    if (cmConnection.state == CmConnection.State.OPEN && cmConnection.remoteId == reply.localId()) {
      // The confirmation was lost.
      byte[] ready =
          CmMessageWriter.ids(
              cmConnection.transaction,
              CmMessageWriter.READY,
              cmConnection.localId,
              cmConnection.remoteId);
      device.send(from, MemorySegment.ofArray(ready));
      return true;
    }
    if (cmConnection.state != CmConnection.State.REQUESTED) {
      return cmConnection.state == CmConnection.State.AGREED;
    }
    cmConnection.remoteId = reply.localId();
    cmConnection.remoteQp = reply.localQp();
    cmConnection.reply = reply;
    cmConnection.peerResponderResources = CmMessageWriter.readsServed(mad);
    cmConnection.peerInitiatorDepth = CmMessageWriter.readsAsked(mad);
    manager.settle(cmConnection, CmConnection.State.AGREED);
    return true;
  }

  private boolean handlesReadyToUse(
      @Nullable CmConnection cmConnection, CmMessage.ReadyToUse ready) {
    if (cmConnection == null || cmConnection.remoteId != ready.localId()) {
      return false;
    }
    if (cmConnection.state == CmConnection.State.REPLIED) {
      manager.settle(cmConnection, CmConnection.State.OPEN);
    }
    return true;
  }

  private boolean handlesReject(@Nullable CmConnection cmConnection, CmMessage.Reject reject) {
    if (cmConnection == null
        || (cmConnection.state != CmConnection.State.REQUESTED
            && cmConnection.state != CmConnection.State.REPLIED)
        || (cmConnection.state == CmConnection.State.REPLIED
            && cmConnection.remoteId != reject.localId())) {
      return false;
    }
    cmConnection.reason = reject.words();
    manager.finish(cmConnection, CmConnection.State.REFUSED);
    return true;
  }

  /** The peer needs more time: nothing is sent again for so long. It cannot go on so for ever. */
  private boolean delayed(
      @Nullable CmConnection cmConnection, CmMessage.Wait wait, MemorySegment mad) {
    if (cmConnection == null
        || (cmConnection.state != CmConnection.State.REQUESTED
            && cmConnection.state != CmConnection.State.REPLIED)
        || (cmConnection.state == CmConnection.State.REPLIED
            && cmConnection.remoteId != wait.localId())
        || cmConnection.waits == MOST_WAITS) {
      return false;
    }
    cmConnection.waits++;
    int exponent = BigEndianBytes.u8(mad, Mad.DATA_AT + 9) >> 3;
    long more = Math.min(WAIT_UNIT_NS << exponent, MOST_WAIT_NS);
    cmConnection.dueNs = Math.max(cmConnection.dueNs, clockNs.getAsLong() + more);
    return true;
  }

  private boolean handlesDisconnectRequest(
      InetAddress from, CmMessage.DisconnectRequest request, long transaction) {
    // What the peer calls remote is this side's.
    int localId = request.remoteId();
    int remoteId = request.localId();
    CmConnection cmConnection = cmConnectionTable.findAlsoEnded(from, localId, remoteId);
    if (cmConnection == null) {
      return false;
    }
    byte[] answer =
        CmMessageWriter.ids(
            transaction, CmMessageWriter.DISCONNECTED, cmConnection.localId, cmConnection.remoteId);
    device.send(from, MemorySegment.ofArray(answer));
    if (cmConnectionTable.isOpen(cmConnection)) {
      manager.finish(cmConnection, CmConnection.State.ENDED);
      QueuePair pair = cmConnection.pair;
      if (pair != null) {
        pair.close(); // which flushes what its program waits for
      }
    }
    return true;
  }

  private boolean handlesDisconnectReply(
      @Nullable CmConnection cmConnection, CmMessage.DisconnectReply reply) {
    if (cmConnection == null
        || cmConnection.state != CmConnection.State.ENDING
        || cmConnection.remoteId != reply.localId()) {
      return false;
    }
    manager.finish(cmConnection, CmConnection.State.ENDED);
    return true;
  }
}
