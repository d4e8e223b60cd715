package dev.headroom.wire.connect;

import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.QueuePair;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/** Listener for connection requests to a service. */
public final class CmListener implements AutoCloseable {
  private final ConnectionManager manager;
  private final int port;

  CmListener(ConnectionManager manager, int port) {
    this.manager = manager;
    this.port = port;
  }

  /** The next who asks; empty if nobody does in time. */
  public Optional<Caller> next(Duration patience) throws InterruptedException {
    return manager.nextCaller(port, patience).map(talk -> new Caller(manager, talk));
  }

  @Override
  public void close() {
    manager.forget(port);
  }

  /** Somebody who asks. */
  public static final class Caller {
    private final ConnectionManager manager;
    private final ConnectionManager.Asked asked;

    Caller(ConnectionManager manager, ConnectionManager.Asked asked) {
      this.manager = manager;
      this.asked = asked;
    }

    public InetAddress address() {
      return asked.cmConnection().peer;
    }

    /** What the caller's program has added to its request, 56 bytes. */
    public byte[] privateData() {
      return asked.privateData().clone();
    }

    /**
     * Agrees, and waits until the caller knows.
     *
     * @param settings of this side; the path MTU is the caller's
     * @throws IOException if it does not come to that
     */
    public CmSession accept(QueuePair pair, ConnectionSettings settings)
        throws IOException, InterruptedException {
      return manager.accept(asked, pair, settings);
    }

    /** Refuses. */
    public void reject() {
      manager.reject(asked.cmConnection());
    }
  }
}
