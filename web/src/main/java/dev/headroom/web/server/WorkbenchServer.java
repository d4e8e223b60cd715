package dev.headroom.web.server;

import dev.headroom.web.api.ServedFolder;
import dev.headroom.web.job.LiveRuns;
import dev.headroom.web.job.RunQueue;
import dev.headroom.web.job.Tabs;
import dev.headroom.web.security.AccessToken;
import dev.headroom.web.security.RequestGuard;
import dev.headroom.web.security.SiteAddresses;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Server of the workbench. It runs from {@link #start} until it is closed. */
public final class WorkbenchServer implements AutoCloseable {
  /** Held here: the logging of Java forgets settings of loggers that nobody holds. */
  private static final Logger LIBRARY = Logger.getLogger("io.helidon");

  private static final int MOST_CONNECTIONS = 4_096;
  private static final int HEADER_BYTES = 32_768;
  private static final int LINE_BYTES = 8_192;

  /** What a client that does not read takes of the system's memory. */
  private static final int SEND_BYTES = 1 << 15;

  private final WebServer server;
  private final ServerSettings settings;
  private final Tabs tabs;
  private final RunQueue queue;
  private final LiveRuns live;
  private final EventRoute events;
  private final ReferenceRoutes references;
  private final StallWatch watch;

  private WorkbenchServer(
      WebServer server,
      ServerSettings settings,
      Tabs tabs,
      RunQueue queue,
      LiveRuns live,
      EventRoute events,
      ReferenceRoutes references,
      StallWatch watch) {
    this.server = server;
    this.settings = settings;
    this.tabs = tabs;
    this.queue = queue;
    this.live = live;
    this.events = events;
    this.references = references;
    this.watch = watch;
  }

  /**
   * Starts one.
   *
   * @throws BindException if the port is taken
   * @throws IOException if the folder is not there
   */
  public static WorkbenchServer start(ServerSettings settings) throws IOException {
    LIBRARY.setLevel(Level.OFF); // what it has to say is for those who write servers
    int port = settings.port() == 0 ? freePort(settings.address()) : settings.port();
    check(settings.address(), port);
    ServedFolder folder = ServedFolder.of(settings.folder());
    RequestGuard guard =
        new RequestGuard(
            SiteAddresses.of(addresses(settings.address()), port, settings.names()),
            port,
            AccessToken.random());
    Tabs tabs = new Tabs(settings.timeouts().grace());
    RunQueue queue = new RunQueue(settings.limits(), tabs);
    LiveRuns live = new LiveRuns();
    StallWatch watch = new StallWatch(settings.timeouts().idle());
    BoundedBody bodies = new BoundedBody(settings.timeouts().body(), watch);
    EventRoute events = new EventRoute(tabs, settings.timeouts().heartbeat(), watch);
    HttpRouting.Builder routing = HttpRouting.builder();
    new SecurityFilter(guard, settings.failures()).addTo(routing);
    new PageRoutes().addTo(routing);
    new SessionRoute(settings, bodies, guard).addTo(routing);
    routing.get("/api/events", events::handle);
    new ScenarioRoutes(settings, bodies, folder).addTo(routing);
    new RunRoutes(bodies, folder, queue, tabs).addTo(routing);
    new LiveRoutes(bodies, folder, live, tabs).addTo(routing);
    new AuditRoutes(bodies, watch, tabs).addTo(routing);
    new RegistrationRoutes(bodies).addTo(routing);
    new ProofRoutes(folder).addTo(routing);
    ReferenceRoutes references = new ReferenceRoutes(settings, bodies, tabs);
    references.addTo(routing);
    WebServer server =
        WebServer.builder()
            .address(settings.address())
            .port(port)
            .shutdownHook(false)
            .shutdownGracePeriod(Duration.ofMillis(200))
            .featuresDiscoverServices(false)
            .protocolsDiscoverServices(false)
            .concurrencyLimitDiscoverServices(false)
            .maxTcpConnections(MOST_CONNECTIONS)
            .idleConnectionTimeout(settings.timeouts().idle())
            .idleConnectionPeriod(Duration.ofSeconds(5))
            .connectionOptions(socket ->
                socket
                    .readTimeout(settings.timeouts().idle())
                    .socketSendBufferSize(SEND_BYTES)
                    .tcpNoDelay(true))
            .addProtocol(
                Http1Config.builder()
                    .maxHeadersSize(HEADER_BYTES)
                    .maxPrologueLength(LINE_BYTES)
                    .addReceiveListener(watch)
                    .build())
            .routing(routing)
            .build()
            .start();
    return new WorkbenchServer(server, settings, tabs, queue, live, events, references, watch);
  }

  public int port() {
    return server.port();
  }

  /** Its address without the token. */
  public String address() {
    InetAddress shown =
        settings.address().isAnyLocalAddress()
            ? InetAddress.getLoopbackAddress()
            : settings.address();
    return "http://" + SiteAddresses.literal(shown) + ":" + port() + "/";
  }

  /** What to open in a browser: the address with the token, which no server is ever sent. */
  public String addressWithToken() {
    return address() + "#t=" + settings.token().text();
  }

  /** Streams of events that are open. */
  public int streams() {
    return events.streams();
  }

  /** Tabs that are known. */
  public int tabs() {
    return tabs.count();
  }

  /** The runs that pages have started. */
  public RunQueue runs() {
    return queue;
  }

  @Override
  public void close() {
    queue.close();
    live.close();
    references.close();
    watch.close();
    server.stop();
  }

  private static int freePort(InetAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, address)) {
      return socket.getLocalPort();
    }
  }

  /** Helidon tells of a port that is taken in words of its own. */
  private static void check(InetAddress address, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
    } catch (BindException e) {
      BindException told =
          new BindException(
              "--port %d: cannot listen on %s: %s; choose another port"
                  .formatted(port, SiteAddresses.literal(address), e.getMessage()));
      told.initCause(e);
      throw told;
    }
  }

  /** All that an address stands for: of a wildcard every one of this machine. */
  private static List<InetAddress> addresses(InetAddress address) throws SocketException {
    List<InetAddress> all = new ArrayList<>(List.of(address));
    if (address.isAnyLocalAddress()) {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .forEach(all::add);
    }
    return all;
  }
}
