package dev.headroom.web.server;

import dev.headroom.web.api.ExampleSource;
import dev.headroom.web.job.RunLimits;
import dev.headroom.web.security.AccessToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A server of its own for a test, on a free port, and a client that has its cookie. */
public final class TestServer implements AutoCloseable {
  public static final ServerSettings.Timeouts TIMEOUTS =
      new ServerSettings.Timeouts(
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofMillis(100),
          Duration.ofMillis(600));

  private final WorkbenchServer server;
  private final AccessToken token;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<String> failures = new ArrayList<>();
  private String cookie = "";

  private TestServer(RunLimits limits, ServerSettings.Timeouts timeouts, Path folder)
      throws IOException {
    token = AccessToken.random();
    server =
        WorkbenchServer.start(
            new ServerSettings(
                InetAddress.getLoopbackAddress(),
                0,
                List.of(),
                token,
                folder,
                TestServer::examples,
                limits,
                timeouts,
                (id, failure) -> failures.add(id + " " + failure)));
  }

  public static TestServer start() throws IOException, InterruptedException {
    return start(new RunLimits(1, 2, Duration.ofMinutes(1), 1e9, 4), TIMEOUTS);
  }

  /** One to which a tab without a stream counts as closed at once. */
  static TestServer startImpatient() throws IOException, InterruptedException {
    return start(
        new RunLimits(1, 2, Duration.ofMinutes(1), 1e9, 4),
        new ServerSettings.Timeouts(
            TIMEOUTS.idle(), TIMEOUTS.body(), TIMEOUTS.heartbeat(), Duration.ZERO));
  }

  public static TestServer start(RunLimits limits, ServerSettings.Timeouts timeouts)
      throws IOException, InterruptedException {
    return start(limits, timeouts, Path.of("..", "examples"));
  }

  public static TestServer start(RunLimits limits, ServerSettings.Timeouts timeouts, Path folder)
      throws IOException, InterruptedException {
    TestServer started = new TestServer(limits, timeouts, folder);
    HttpResponse<String> session =
        started.post("/api/session", "{\"token\": \"" + started.token.text() + "\"}");
    started.cookie =
        session.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    return started;
  }

  public WorkbenchServer server() {
    return server;
  }

  public AccessToken token() {
    return token;
  }

  public String cookie() {
    return cookie;
  }

  public HttpClient client() {
    return client;
  }

  /** Errors of the program that requests met. */
  public List<String> failures() {
    return failures;
  }

  public String origin() {
    return "http://127.0.0.1:" + server.port();
  }

  /** A request with all that the pages send. */
  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin() + path))
            .timeout(Duration.ofSeconds(60))
            .header("Origin", origin())
            .header("X-Headroom", "1")
            .header("Content-Type", "application/json");
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  public HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return client.send(
        request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  static String text(String example) throws IOException {
    return Files.readString(Path.of("..", "examples", example));
  }

  private static List<ExampleSource.Example> examples() {
    return Stream.of(
            "incast-16.yaml",
            "ring-deadlock.yaml",
            "bystander.yaml",
            "uplinks.yaml",
            "claims/rail-count.yaml",
            "claims/permutation-8-spines.yaml",
            "pair.yaml",
            "head-of-line.yaml")
        .map(TestServer::example)
        .toList();
  }

  private static ExampleSource.Example example(String name) {
    try {
      return new ExampleSource.Example(name, "an example", text(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    client.close();
  }
}
