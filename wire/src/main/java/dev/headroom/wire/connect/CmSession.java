package dev.headroom.wire.connect;

import java.net.InetAddress;

/** Connection that the connection manager has established. Closing it tells the peer. */
public final class CmSession implements AutoCloseable {
  private final ConnectionManager manager;
  private final CmConnection cmConnection;

  CmSession(ConnectionManager manager, CmConnection cmConnection) {
    this.manager = manager;
    this.cmConnection = cmConnection;
  }

  /** Who is at the other end. */
  public InetAddress peer() {
    return cmConnection.peer;
  }

  /** Whether neither side has ended it. */
  public boolean isOpen() {
    return manager.isOpen(cmConnection);
  }

  /** Ends it: asks the peer, and waits for its answer or until it has been asked often enough. */
  @Override
  public void close() {
    manager.end(cmConnection);
  }
}
