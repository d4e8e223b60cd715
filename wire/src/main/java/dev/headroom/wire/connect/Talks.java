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
final class Talks {
  /** Connections that have ended, and are remembered. */
  private static final int REMEMBERED = 64;

  /** A request is known by who sent it and what it is called there. */
  private record Call(InetAddress peer, int remoteId, long transaction) {}

  private final SecureRandom random;
  private final Map<Integer, Talk> byId = new HashMap<>();
  private final Map<Call, Talk> byCall = new HashMap<>();
  private final Map<InetAddress, Integer> halfOpenOf = new HashMap<>();
  private final ArrayDeque<Talk> ended = new ArrayDeque<>();
  private int halfOpen;

  Talks(SecureRandom random) {
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
  boolean isCrowded(InetAddress from) {
    return halfOpen >= ConnectionManager.MOST_HALF_OPEN
        || halfOpenOf.getOrDefault(from, 0) >= ConnectionManager.MOST_OF_ONE_ADDRESS;
  }

  /** This side asks. */
  Talk ask(InetAddress peer) {
    return begin(peer, 0, random.nextLong(), Talk.State.REQUESTED);
  }

  /** The peer asks. */
  Talk answer(InetAddress peer, int remoteId, long transaction) {
    Talk talk = begin(peer, remoteId, transaction, Talk.State.ASKED);
    byCall.put(new Call(peer, remoteId, transaction), talk);
    halfOpen++;
    halfOpenOf.merge(peer, 1, Integer::sum);
    talk.counted = true;
    return talk;
  }

  private Talk begin(InetAddress peer, int remoteId, long transaction, Talk.State state) {
    if (areFull()) {
      throw new IllegalStateException(
          ConnectionManager.MOST_CONNECTIONS + " connections are open, the most");
    }
    int id;
    do {
      id = random.nextInt();
    } while (id == 0 || byId.containsKey(id));
    Talk talk = new Talk(peer, id, remoteId, transaction, state);
    byId.put(id, talk);
    return talk;
  }

  /** It is half open no longer. */
  void settled(Talk talk) {
    if (talk.counted) {
      talk.counted = false;
      halfOpen--;
      halfOpenOf.computeIfPresent(talk.peer, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /** It has ended. */
  void end(Talk talk) {
    settled(talk);
    byId.remove(talk.localId);
    byCall.remove(new Call(talk.peer, talk.remoteId, talk.transaction), talk);
    ended.remove(talk);
    ended.add(talk);
    if (ended.size() > REMEMBERED) {
      ended.remove();
    }
  }

  /** The one of this id with this address. */
  @Nullable Talk find(InetAddress from, int localId) {
    Talk talk = byId.get(localId);
    return talk != null && talk.peer.equals(from) ? talk : null;
  }

  /** The one that this request began. */
  @Nullable Talk caller(InetAddress from, int remoteId, long transaction) {
    return byCall.get(new Call(from, remoteId, transaction));
  }

  /** The one of these ids with this address, also if it has ended. */
  @Nullable Talk findAlsoEnded(InetAddress from, int localId, int remoteId) {
    Talk open = find(from, localId);
    if (open != null && open.remoteId == remoteId) {
      return open;
    }
    for (Talk each : ended) {
      if (each.localId == localId && each.remoteId == remoteId && each.peer.equals(from)) {
        return each;
      }
    }
    return null;
  }

  boolean isOpen(Talk talk) {
    return byId.get(talk.localId) == talk;
  }

  /** All that have not ended, as they are now. */
  Collection<Talk> all() {
    return List.copyOf(byId.values());
  }
}
