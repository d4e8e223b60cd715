package dev.headroom.app.option;

import dev.headroom.wire.connect.CmListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Acceptor of connection manager requests at one address, or at each address of this machine. */
public final class CmAcceptor implements AutoCloseable {
  private static final Duration AT_ONE = Duration.ofMinutes(1);

  /** Where there are several, each is heard for so long, in turn. */
  private static final Duration AT_EACH = Duration.ofMillis(10);

  /** An address with somebody who listens there. */
  public record OpenListener(LocalEndpoint endpoint, CmListener listener) {}

  /** Somebody who asks, and where. */
  public record ConnectionRequest(OpenListener listener, CmListener.Caller caller) {}

  private final List<LocalEndpoint> endpoints;
  private final List<OpenListener> doors = new ArrayList<>();

  /**
   * @param port that is asked for
   * @param left told why nobody is heard at an address
   */
  public CmAcceptor(BindArguments bind, int port, Consumer<String> left) throws IOException {
    endpoints = bind.openAll(left);
    for (LocalEndpoint endpoint : endpoints) {
      doors.add(new OpenListener(endpoint, endpoint.manager().listen(port)));
    }
  }

  /** The next who asks, whom it waits for. */
  public ConnectionRequest next() throws InterruptedException {
    while (true) {
      for (OpenListener door : doors) {
        Optional<CmListener.Caller> caller =
            door.listener().next(doors.size() == 1 ? AT_ONE : AT_EACH);
        if (caller.isPresent()) {
          return new ConnectionRequest(door, caller.get());
        }
      }
    }
  }

  @Override
  public void close() {
    doors.forEach(door -> door.listener().close());
    endpoints.forEach(LocalEndpoint::close);
  }
}
