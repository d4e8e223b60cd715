package dev.headroom.wire.connect;

import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.verbs.QueuePair;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** State of one connection in the connection manager, guarded by the manager. */
final class CmConnection {
  enum State {
    /** This side has asked. */
    REQUESTED,
    /** The peer has asked, and the program has not answered yet. */
    ASKED,
    /** This side has agreed. */
    REPLIED,
    /** The peer has agreed. */
    AGREED,
    OPEN,
    /** This side has asked to end it. */
    ENDING,
    ENDED,
    /** The peer has refused. */
    REFUSED,
    /** The peer does not answer. */
    SILENT
  }

  final InetAddress peer;
  final int localId;
  final long transaction;
  State state;
  int remoteId;
  int remoteQp;
  String reason = "";

  /** What the peer said of its side. */
  CmMessage.@Nullable Reply reply;

  int peerResponderResources;
  int peerInitiatorDepth;
  @Nullable QueuePair pair;

  /** What is sent again until something comes back, and when. */
  byte @Nullable [] pending;

  int tries;

  /** How often the peer has asked for patience. */
  int waits;

  long dueNs = Long.MAX_VALUE;

  CmConnection(InetAddress peer, int localId, int remoteId, long transaction, State state) {
    this.peer = peer;
    this.localId = localId;
    this.remoteId = remoteId;
    this.transaction = transaction;
    this.state = state;
  }

  /** Whether it counts among those that are half open. */
  boolean counted;

  boolean isHalfOpen() {
    return state == State.ASKED || state == State.REPLIED;
  }

  /** Nothing is waited for any longer. */
  void settle(State next) {
    state = next;
    pending = null;
    dueNs = Long.MAX_VALUE;
  }
}
