package dev.headroom.wire.connect;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Table of a manager's connections: open, half open, and ended ones, whose peer may ask once more
 * whether they have ended. Every question is answered at once however many there are, since those
 * who forge requests ask many.
 */
final class CmConnectionTable {
  /** Connections that have ended, and are remembered. */
  private static final int REMEMBERED = 64;

  /** A request is known by who sent it and what it is called there. */
  private record Call(InetAddress peer, int remoteId, long transaction) {}

  private final SecureRandom random;
  private final Map<Integer, CmConnection> byId = new HashMap<>();
  private final Map<Call, CmConnection> byCall = new HashMap<>();
  private final Map<InetAddress, Integer> halfOpenOf = new HashMap<>();
  private final ArrayDeque<CmConnection> ended = new ArrayDeque<>();
  private int halfOpen;

  CmConnectionTable(SecureRandom random) {
    this.random = random;
  }

  boolean areFull() {
    return byId.size() >= ConnectionManager.MOST_CONNECTIONS;
  }

  /** Callers that are not connected yet. */
  int halfOpen() {
    return halfOpen;
  }

  /** Whether no more who call from this address are kept. */
  boolean isOverLimit(InetAddress from) {
    return halfOpen >= ConnectionManager.MOST_HALF_OPEN
        || halfOpenOf.getOrDefault(from, 0) >= ConnectionManager.MOST_OF_ONE_ADDRESS;
  }

  /** This side asks. */
  CmConnection addOutgoing(InetAddress peer) {
    return begin(peer, 0, random.nextLong(), CmConnection.State.REQUESTED);
  }

  /** The peer asks. */
  CmConnection addIncoming(InetAddress peer, int remoteId, long transaction) {
    CmConnection cmConnection = begin(peer, remoteId, transaction, CmConnection.State.ASKED);
    byCall.put(new Call(peer, remoteId, transaction), cmConnection);
    halfOpen++;
    halfOpenOf.merge(peer, 1, Integer::sum);
    cmConnection.counted = true;
    return cmConnection;
  }

  private CmConnection begin(
      InetAddress peer, int remoteId, long transaction, CmConnection.State state) {
    if (areFull()) {
      throw new IllegalStateException(
          ConnectionManager.MOST_CONNECTIONS + " connections are open, the maximum");
    }
    int id;
    do {
      id = random.nextInt();
    } while (id == 0 || byId.containsKey(id));
    CmConnection cmConnection = new CmConnection(peer, id, remoteId, transaction, state);
    byId.put(id, cmConnection);
    return cmConnection;
  }

  /** It is half open no longer. */
  void settled(CmConnection cmConnection) {
    if (cmConnection.counted) {
      cmConnection.counted = false;
      halfOpen--;
      halfOpenOf.computeIfPresent(cmConnection.peer, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /** It has ended. */
  void end(CmConnection cmConnection) {
    settled(cmConnection);
    byId.remove(cmConnection.localId);
    byCall.remove(
        new Call(cmConnection.peer, cmConnection.remoteId, cmConnection.transaction), cmConnection);
    ended.remove(cmConnection);
    ended.add(cmConnection);
    if (ended.size() > REMEMBERED) {
      ended.remove();
    }
  }

  /** The one of this id with this address. */
  @Nullable CmConnection find(InetAddress from, int localId) {
    CmConnection cmConnection = byId.get(localId);
    return cmConnection != null && cmConnection.peer.equals(from) ? cmConnection : null;
  }

  /** The one that this request began. */
  @Nullable CmConnection caller(InetAddress from, int remoteId, long transaction) {
    return byCall.get(new Call(from, remoteId, transaction));
  }

  /** The one of these ids with this address, also if it has ended. */
  @Nullable CmConnection findAlsoEnded(InetAddress from, int localId, int remoteId) {
    CmConnection open = find(from, localId);
    if (open != null && open.remoteId == remoteId) {
      return open;
    }
    for (CmConnection each : ended) {
      if (each.localId == localId && each.remoteId == remoteId && each.peer.equals(from)) {
        return each;
      }
    }
    return null;
  }

  boolean isOpen(CmConnection cmConnection) {
    return byId.get(cmConnection.localId) == cmConnection;
  }

  /** All that have not ended, as they are now. */
  Collection<CmConnection> all() {
    return List.copyOf(byId.values());
  }
}
