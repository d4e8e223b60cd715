package dev.headroom.wire.connect;

import java.net.InetAddress;

/** Connection that the connection manager has established. Closing it tells the peer. */
public final class Connection implements AutoCloseable {
  private final ConnectionManager manager;
  private final Talk talk;

  Connection(ConnectionManager manager, Talk talk) {
    this.manager = manager;
    this.talk = talk;
  }

  /** Who is at the other end. */
  public InetAddress peer() {
    return talk.peer;
  }

  /** Whether neither side has ended it. */
  public boolean isOpen() {
    return manager.isOpen(talk);
  }

  /** Ends it: asks the peer, and waits for its answer or until it has been asked often enough. */
  @Override
  public void close() {
    manager.end(talk);
  }
}
