package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.headroom.web.job.RunLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other pages and programs of the same machine may try, each refused. */
final class AttackTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void shouldStillAnswer() throws IOException, InterruptedException {
    assertThat(server.get("/api/runs").statusCode()).isEqualTo(200);
    assertThat(server.failures()).isEmpty();
  }

  private static int status(String request) throws IOException {
    try (RawClient client = new RawClient(server.server().port())) {
      client.send(request);
      return client.status();
    }
  }

  private static String write(String... headers) {
    return "POST /api/check HTTP/1.1\r\n"
        + String.join("\r\n", headers)
        + "\r\nContent-Length: 2\r\n\r\n{}";
  }

  private static String host() {
    return "Host: 127.0.0.1:" + server.server().port();
  }

  private static String cookie() {
    return "Cookie: " + server.cookie();
  }

  private static String origin() {
    return "Origin: " + server.origin();
  }

  @Test
  void shouldListenOnLoopbackAlone() {
    assertThat(server.server().address()).startsWith("http://127.0.0.1:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""})
  void shouldAnswerUnderItsOwnNamesAlone(String name) throws IOException {
    assertThat(status("GET / HTTP/1.1\r\nHost: " + name + "\r\n\r\n")).isIn(421, 400);
  }

  @Test
  void shouldRefuseTwoHosts() throws IOException {
    assertThat(status("GET / HTTP/1.1\r\n" + host() + "\r\nHost: evil.example\r\n\r\n"))
        .isEqualTo(400);
  }

  @Test
  void shouldAnswerUnderLocalhost() throws IOException {
    int port = server.server().port();
    assertThat(status("GET / HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n")).isEqualTo(200);
  }

  /** A form of another site: it can send neither the type nor the header. */
  @Test
  void shouldRefuseAForm() throws IOException {
    String foreign = "Origin: http://evil.example";
    assertThat(status(write(host(), cookie(), foreign, "Content-Type: text/plain"))).isEqualTo(403);
    assertThat(status(write(host(), cookie(), origin(), "X-Headroom: 1")))
        .as("no type")
        .isEqualTo(415);
    assertThat(
            status(write(host(), cookie(), origin(), "X-Headroom: 1", "Content-Type: text/plain")))
        .isEqualTo(415);
  }

  @Test
  void shouldRefuseWritesOfOtherPages() throws IOException {
    String json = "Content-Type: application/json";
    String mark = "X-Headroom: 1";
    assertThat(status(write(host(), cookie(), origin(), mark, json))).isEqualTo(400);
    assertThat(status(write(host(), cookie(), origin(), json))).as("no mark").isEqualTo(403);
    assertThat(status(write(host(), cookie(), mark, json))).as("no origin").isEqualTo(403);
    assertThat(status(write(host(), cookie(), "Origin: http://127.0.0.1:1", mark, json)))
        .as("another port")
        .isEqualTo(403);
    assertThat(status(write(host(), cookie(), "Origin: null", mark, json)))
        .as("a sandboxed report")
        .isEqualTo(403);
    assertThat(status(write(host(), cookie(), origin(), mark, json, "Sec-Fetch-Site: cross-site")))
        .as("another site")
        .isEqualTo(403);
    assertThat(status(write(host(), origin(), mark, json))).as("no cookie").isEqualTo(401);
    assertThat(status(write(host(), "Cookie: headroom-1=" + "0".repeat(32), origin(), mark, json)))
        .as("another cookie")
        .isEqualTo(401);
  }

  /** A browser asks for leave before it sends such a header elsewhere; nothing grants it. */
  @Test
  void shouldGrantNoPreflight() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        server
            .client()
            .send(
                HttpRequest.newBuilder(URI.create(server.origin() + "/api/run"))
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .header("Origin", "http://evil.example")
                    .header("Access-Control-Request-Method", "POST")
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
  }

  /** As an image, script or frame of another page. */
  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void shouldRefuseReadsOfOtherSites(String site) throws IOException {
    assertThat(
            status(
                "GET /api/runs HTTP/1.1\r\n%s\r\n%s\r\nSec-Fetch-Site: %s\r\n\r\n"
                    .formatted(host(), cookie(), site)))
        .isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/api/runs", "/api/events?tab=abcdefgh", "/run/1/report", "/api/scenarios"})
  void shouldNeedTheCookieForData(String path) throws IOException {
    assertThat(status("GET " + path + " HTTP/1.1\r\n" + host() + "\r\n\r\n")).isEqualTo(401);
  }

  @Test
  void shouldRefuseAWrongToken() throws IOException, InterruptedException {
    String wrong = "f".repeat(32);
    HttpResponse<String> answer = server.post("/api/session", "{\"token\": \"" + wrong + "\"}");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void shouldRefuseAWebSocket() {
    WebSocket.Builder socket =
        server.client().newWebSocketBuilder().header("Origin", "http://evil.example");
    assertThat(
            catchThrowable(() ->
                socket
                    .buildAsync(
                        URI.create("ws://127.0.0.1:" + server.server().port() + "/api/events"),
                        new WebSocket.Listener() {})
                    .join()))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
  }

  @Test
  void shouldRefuseALongBodyBeforeItComes() throws IOException {
    String head =
        "POST /api/check HTTP/1.1\r\n%s\r\n%s\r\n%s\r\nX-Headroom: 1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{"
            .formatted(host(), cookie(), origin(), 5L << 30);
    try (RawClient client = new RawClient(server.server().port())) {
      client.send(head);
      assertThat(client.status()).isEqualTo(413);
    }
  }

  @Test
  void shouldRefuseALongBodyThatDoesNotSaySo() throws IOException {
    String head =
        "POST /api/check HTTP/1.1\r\n%s\r\n%s\r\n%s\r\nX-Headroom: 1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            .formatted(host(), cookie(), origin());
    String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
    try (RawClient client = new RawClient(server.server().port())) {
      client.send(head);
      try {
        for (int sent = 0; sent < 100; sent++) {
          client.send(chunk);
        }
      } catch (IOException e) {
        return; // it was cut off, which says it as well
      }
      assertThat(client.status()).isIn(413, -1);
    }
  }

  @Test
  void shouldRefuseLongHeaders() throws IOException {
    try (RawClient client = new RawClient(server.server().port())) {
      client.send("GET / HTTP/1.1\r\n" + host() + "\r\nX-Long: ");
      try {
        for (int sent = 0; sent < 16; sent++) {
          client.send("a".repeat(1 << 16));
        }
        client.send("\r\n\r\n");
      } catch (IOException e) {
        return; // cut off
      }
      assertThat(client.status()).isIn(400, 431, 413, -1);
    }
  }

  @Test
  void shouldEndSlowHeadersAndBodies() throws IOException {
    try (RawClient headers = new RawClient(server.server().port());
        RawClient body = new RawClient(server.server().port())) {
      headers.send("GET / HTTP/1.1\r\nHost: ");
      body.send(
          "POST /api/check HTTP/1.1\r\n%s\r\n%s\r\n%s\r\nX-Headroom: 1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
              .formatted(host(), cookie(), origin()));
      assertThat(headers.status()).isIn(-1, 400, 408);
      assertThat(body.status()).isIn(-1, 400, 408);
    }
  }

  @Test
  void shouldAnswerBesideAThousandIdleConnections() throws IOException, InterruptedException {
    List<RawClient> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        idle.add(new RawClient(server.server().port()));
      }
      assertThat(server.get("/api/runs").statusCode()).isEqualTo(200);
    } finally {
      for (RawClient client : idle) {
        client.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page/../api/x.js",
        "/page/..%2f..%2fweb%2fpackage-info.js",
        "/page/%2e%2e/glossary/glossary.yaml",
        "/page//etc/passwd",
        "/vendor/..\\\\x.js",
        "/report/HtmlReport.class"
      })
  void shouldServeNothingButItsFiles(String path) throws IOException {
    assertThat(status("GET " + path + " HTTP/1.1\r\n" + host() + "\r\n\r\n"))
        .isIn(400, 401, 404, -1);
  }

  @Test
  void shouldReadNothingOutsideItsFolder(@TempDir Path temporary)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectory(temporary.resolve("served"));
    Files.writeString(temporary.resolve("secret.yaml"), "secret");
    Files.writeString(folder.resolve("mine.yaml"), "mine");
    Files.createSymbolicLink(folder.resolve("link.yaml"), temporary.resolve("secret.yaml"));
    try (TestServer own =
        TestServer.start(
            new RunLimits(1, 1, Duration.ofMinutes(1), 1e9, 1), TestServer.TIMEOUTS, folder)) {
      String start = "/api/scenario?from=folder&name=";
      assertThat(own.get(start + "mine.yaml").body()).contains("mine");
      for (String name :
          List.of("../secret.yaml", "link.yaml", "%2Fetc%2Fpasswd", "..%2Fsecret.yaml", "%00")) {
        assertThat(own.get(start + name))
            .as(name)
            .satisfies(answer -> {
              assertThat(answer.statusCode()).isIn(400, 404);
              assertThat(answer.body()).doesNotContain("secret\"");
            });
      }
      String named =
          "{\"tab\": \"abcdefgh\", \"text\": \"preset: ../secret.yaml\\nfabric: {topology: single, hosts: 2}\\nworkload: {type: permutation}\"}";
      assertThat(own.post("/api/check", named).body()).contains("\"problems\":[{");
    }
  }

  /** Whatever an answer is, a browser is told what it may do with it. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "/page/main.js", "/api/runs", "/nowhere", "/api/run/99"})
  void shouldTellBrowsersWhatTheyMayDo(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = server.get(path);
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy")).contains("same-origin");
    assertThat(answer.headers().firstValue("Cross-Origin-Opener-Policy")).contains("same-origin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "congestion: own",
        "routing: {algorithm: own}",
        "congestion: {aqm: {algorithm: own}}"
      })
  void shouldRunNoJavaOfTheUser(String setting) throws IOException, InterruptedException {
    String text =
        "fabric: {topology: single, hosts: 2}\\nworkload: {type: permutation}\\n" + setting;
    String body = "{\"tab\": \"abcdefgh\", \"text\": \"" + text + "\"}";
    assertThat(server.post("/api/check", body).body()).contains("a Java class of the user's own");
    assertThat(server.post("/api/run", body).statusCode()).isEqualTo(422);
    assertThat(server.post("/api/live", body).statusCode()).isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"text\": 1}",
        "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}"
      })
  void shouldRefuseWhatIsNoRequest(String body) throws IOException, InterruptedException {
    HttpResponse<String> answer = server.post("/api/check", body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).as("no words of the library").doesNotContain("StreamRead", "Source");
  }

  /** Only the methods that the sentence names are known. */
  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "DELETE", "PATCH", "TRACE", "BREW"})
  void shouldKnowNoOtherMethods(String method) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        server
            .client()
            .send(
                server
                    .request("/api/runs")
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(405);
  }

  @Test
  void shouldSayThatNothingIsThere() throws IOException, InterruptedException {
    HttpResponse<String> answer = server.get("/api/no-such-thing");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("there is nothing at this address");
  }
}
