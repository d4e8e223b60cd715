package dev.headroom.web.server;

import dev.headroom.web.api.ExampleSource;
import dev.headroom.web.job.RunLimits;
import dev.headroom.web.security.AccessToken;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a server.
 *
 * @param address that it listens on
 * @param port 0 for a free one
 * @param names under which it answers besides its addresses
 * @param token that a browser must show once
 * @param folder that pages may read from
 * @param examples that they offer
 * @param limits of runs
 * @param timeouts of clients
 * @param failures is told of errors of the program, for whoever started it
 */
public record ServerSettings(
    InetAddress address,
    int port,
    List<String> names,
    AccessToken token,
    Path folder,
    ExampleSource examples,
    RunLimits limits,
    Timeouts timeouts,
    FailureListener failures) {
  public ServerSettings {
    names = List.copyOf(names);
  }

  /** Listener to errors of the program. */
  @FunctionalInterface
  public interface FailureListener {
    /**
     * @param id that the page shows too
     */
    void failed(String id, Throwable failure);
  }

  /**
   * Time that clients have.
   *
   * @param idle for the next bytes of a request, and for the next request
   * @param body for the whole body of a request but an upload
   * @param heartbeat between two signs of life in a stream of events
   * @param grace of a tab without a stream until its runs and audits are stopped
   */
  public record Timeouts(Duration idle, Duration body, Duration heartbeat, Duration grace) {
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));
  }
}
