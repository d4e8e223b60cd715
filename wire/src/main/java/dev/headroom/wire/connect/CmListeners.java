package dev.headroom.wire.connect;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ports on which programs listen, each with the requests that wait for an answer. */
public final class CmListeners {
  private final Map<Integer, ArrayDeque<ConnectionManager.Asked>> waiting = new HashMap<>();

  void open(int port) {
    if (waiting.putIfAbsent(port, new ArrayDeque<>()) != null) {
      throw new IllegalStateException(
          "another server of this device already listens on port " + port);
    }
  }

  boolean isOpen(int port) {
    return waiting.containsKey(port);
  }

  /** Closes it; those who waited there. */
  Collection<ConnectionManager.Asked> close(int port) {
    ArrayDeque<ConnectionManager.Asked> left = waiting.remove(port);
    return left == null ? List.of() : left;
  }

  /** Puts somebody in the line of a port that is open. */
  void add(int port, ConnectionManager.Asked asked) {
    ArrayDeque<ConnectionManager.Asked> line = waiting.get(port);
    if (line != null) {
      line.add(asked);
    }
  }

  /** The first who still waits. */
  Optional<ConnectionManager.Asked> next(int port) {
    ArrayDeque<ConnectionManager.Asked> line = waiting.get(port);
    if (line == null) {
      return Optional.empty();
    }
    ConnectionManager.Asked next = line.poll();
    while (next != null && next.cmConnection().state != CmConnection.State.ASKED) {
      next = line.poll();
    }
    return Optional.ofNullable(next);
  }

  /** Somebody waits no longer. */
  void remove(CmConnection cmConnection) {
    waiting.values().forEach(line -> line.removeIf(asked -> asked.cmConnection() == cmConnection));
  }
}
