package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.results.ResultsJson;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.web.job.PageRun;
import dev.headroom.web.job.RunLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs over HTTP: the same results as the command line's, within limits, watched and left. */
final class RunsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Some minutes of work, which nobody waits for. */
  private static final String LONG =
      """
      fabric: {topology: single, hosts: 17, links: {rate: 100Gbps, delay: 1us}}
      workload: {type: incast, fanIn: 16, size: 64GiB}
      """;

  private static TestServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String body(String tab, String text, String file) {
    return JSON.createObjectNode().put("tab", tab).put("text", text).put("file", file).toString();
  }

  private static long start(String tab, String text, String file)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = server.post("/api/run", body(tab, text, file));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body()).path("id").asLong(0);
  }

  private static PageRun run(long id) {
    return server.server().runs().run(id).orElseThrow();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(4).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
      Thread.sleep(10);
    }
  }

  private static boolean isOver(long id) {
    return switch (run(id).state()) {
      case DONE, CANCELLED, FAILED -> true;
      case WAITING, RUNNING -> false;
    };
  }

  /** A stream of a tab, from the first event on. */
  private static RawClient stream(String tab) throws IOException {
    return stream(server, tab, "");
  }

  private static RawClient stream(TestServer server, String tab, String more) throws IOException {
    RawClient client = new RawClient(server.server().port());
    client.send(
        "GET /api/events?tab=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n%s\r\n"
            .formatted(tab, server.server().port(), server.cookie(), more));
    assertThat(client.status()).isEqualTo(200);
    return client;
  }

  @Test
  void shouldGiveTheResultsOfTheCommandLine() throws IOException, InterruptedException {
    String text = TestServer.text("incast-16.yaml");
    try (RawClient _ = stream("results-tab")) {
      long id = start("results-tab", text, "incast-16.yaml");
      await(() -> isOver(id));
      HttpResponse<String> answer = server.get("/api/run/" + id + "/results.json");
      assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
          .contains("results.json");
      if (!(ScenarioReader.read(text, "incast-16.yaml", List.of())
          instanceof ScenarioReader.Good good)) {
        throw new AssertionError("not a scenario");
      }
      RunSummary summary = ScenarioRun.of(good.scenario()).withSamples().run(RunListener.NONE);
      assertThat(withoutCost(answer.body()))
          .isEqualTo(withoutCost(ResultsJson.of(summary, 1, ProcessCost.soFar())));
      HttpResponse<String> report = server.get("/run/" + id + "/report");
      assertThat(report.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("sandbox allow-scripts", "'sha256-")
          .doesNotContain("allow-same-origin", "script-src 'unsafe", "connect-src");
      assertThat(report.body()).contains("incast of 16");
    }
  }

  /** All but what the process cost, which no two runs share. */
  private static String withoutCost(String json) {
    return json.replaceAll("(?s),\\s*\"threads\".*", "");
  }

  @Test
  void shouldKeepWhatWasMeasuredWhenStopped() throws IOException, InterruptedException {
    try (RawClient _ = stream("stopping-tab")) {
      long id = start("stopping-tab", LONG, "long.yaml");
      await(() -> run(id).lastEvent().contains("\"port\""));
      assertThat(server.post("/api/run/" + id + "/stop", "{}").statusCode()).isEqualTo(200);
      await(() -> isOver(id));
      assertThat(run(id).state()).isEqualTo(PageRun.State.DONE);
      JsonNode results = JSON.readTree(server.get("/api/run/" + id + "/results.json").body());
      assertThat(results.path("outcome").asString("")).isEqualTo("interrupted");
      assertThat(results.path("packetHops").asLong(0)).isPositive();
    }
  }

  @Test
  void shouldStopWhatNobodyWatchesAnyMore() throws IOException, InterruptedException {
    RawClient stream = stream("vanishing-tab");
    long id = start("vanishing-tab", LONG, "long.yaml");
    await(() -> run(id).state() == PageRun.State.RUNNING);
    stream.close();
    await(() -> isOver(id));
    assertThat(run(id).reason()).contains("no page watched it");
    await(() -> server.server().streams() == 0);
  }

  /** The server is as patient with a tab without a stream as it usually is, not as in a test. */
  @Test
  void shouldGoOnWhereAStreamBroke() throws IOException, InterruptedException {
    ServerSettings.Timeouts usual = TestServer.TIMEOUTS;
    ServerSettings.Timeouts patient =
        new ServerSettings.Timeouts(
            usual.idle(), usual.body(), usual.heartbeat(), ServerSettings.Timeouts.DEFAULT.grace());
    try (TestServer own =
        TestServer.start(new RunLimits(1, 2, Duration.ofMinutes(1), 1e9, 4), patient)) {
      long id;
      try (RawClient first = stream(own, "breaking-tab", "")) {
        String text = TestServer.text("incast-16.yaml");
        HttpResponse<String> begun =
            own.post("/api/run", body("breaking-tab", text, "incast-16.yaml"));
        id = JSON.readTree(begun.body()).path("id").asLong(0);
        assertThat(first.until("\"digest\"")).contains("event:run-" + id, "id:1\n");
      }
      try (RawClient again = stream(own, "breaking-tab", "Last-Event-ID: 1\r\n")) {
        String told = again.until("\"digest\"");
        assertThat(told).contains("event:run-" + id).doesNotContain("id:1\n");
      }
    }
  }

  @Test
  void shouldBoundRunsThatWait() throws IOException, InterruptedException {
    try (RawClient _ = stream("greedy-tab")) {
      List<Long> taken = new ArrayList<>();
      int refused = 0;
      for (int asked = 0; asked < 6; asked++) {
        HttpResponse<String> answer = server.post("/api/run", body("greedy-tab", LONG, "l.yaml"));
        if (answer.statusCode() == 429) {
          refused++;
          assertThat(answer.body()).contains("2 runs wait already");
        } else {
          taken.add(JSON.readTree(answer.body()).path("id").asLong(0));
        }
      }
      assertThat(taken).as("one runs, two wait").hasSizeBetween(2, 3);
      assertThat(refused).isEqualTo(6 - taken.size());
      taken.forEach(id -> run(id).stop("the test ends"));
      await(() -> taken.stream().allMatch(RunsTest::isOver));
    }
  }

  @Test
  void shouldRefuseWhatIsTooLarge() throws IOException, InterruptedException {
    String huge = LONG.replace("64GiB", "16TiB");
    assertThat(server.post("/api/run", body("huge-tab", huge, "huge.yaml")).statusCode())
        .isEqualTo(413);
    assertThat(server.post("/api/check", body("huge-tab", huge, "huge.yaml")).body())
        .as("the page says so before somebody runs it")
        .contains("\"kind\":\"too-long\"");
    assertThat(server.post("/api/check", body("huge-tab", LONG, "long.yaml")).body())
        .doesNotContain("too-long");
    assertThat(server.post("/api/live", body("huge-tab", LONG, "long.yaml")).body())
        .contains("use Run");
  }

  @Test
  void shouldLetTheNewestPositionWin() throws IOException, InterruptedException {
    String text = TestServer.text("ring-deadlock.yaml");
    String fast =
        JSON.createObjectNode()
            .put("tab", "sliding-tab")
            .put("text", text)
            .put("file", "ring-deadlock.yaml")
            .set(
                "sets",
                JSON.valueToTree(
                    List.of(
                        "congestion=dcqcn",
                        "workload.size=4MiB",
                        "congestion.kmin=50KB",
                        "congestion.kmax=200KB")))
            .toString();
    JsonNode found = JSON.readTree(server.post("/api/live", fast).body());
    assertThat(found.path("deadlock").size()).isEqualTo(5);
    assertThat(found.path("completionPs").isNull()).isTrue();
    assertThat(found.path("pauseSpans").size()).isPositive();
    assertThat(found.path("series").path("ports").size()).isPositive();
  }

  /** It holds a connection and its buffers; after a while it is cut off. */
  @Test
  @Tag("whole")
  void shouldCutOffAClientThatDoesNotRead() throws IOException, InterruptedException {
    try (TestServer own = TestServer.start();
        Socket deaf = new Socket()) {
      deaf.setReceiveBufferSize(2_048);
      deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), own.server().port()));
      deaf.getOutputStream()
          .write(
              "GET /api/events?tab=deaf-client HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n"
                  .formatted(own.server().port(), own.cookie())
                  .getBytes(StandardCharsets.US_ASCII));
      await(() -> own.server().streams() == 1);
      HttpResponse<String> run = own.post("/api/run", body("deaf-client", LONG, "long.yaml"));
      assertThat(run.statusCode()).isEqualTo(200);
      await(() -> own.server().streams() == 0);
    }
  }

  /** What a cluster's team may do to one server, and what it leaves behind. */
  @Test
  @Tag("whole")
  void shouldServeManyAndLeakNothing() throws IOException, InterruptedException {
    RunLimits limits = new RunLimits(1, 16, Duration.ofMinutes(5), 1e10, 4);
    try (TestServer own = TestServer.start(limits, TestServer.TIMEOUTS)) {
      List<RawClient> clients = new ArrayList<>();
      for (int client = 0; client < 550; client++) {
        RawClient stream = new RawClient(own.server().port());
        stream.send(
            "GET /api/events?tab=client-%05d HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n"
                .formatted(client, own.server().port(), own.cookie()));
        clients.add(stream);
      }
      await(() -> own.server().streams() == 550);
      long id =
          JSON.readTree(own.post("/api/run", body("client-00000", LONG, "long.yaml")).body())
              .path("id")
              .asLong(0);
      for (int client = 0; client < 50; client++) {
        own.post(
            "/api/run/%d/watch".formatted(id),
            JSON.createObjectNode().put("tab", "client-%05d".formatted(client)).toString());
      }
      for (int client = 0; client < 50; client++) {
        assertThat(clients.get(client).until("\"hopsPerSecond\"")).contains("run-" + id);
      }
      for (RawClient client : clients) {
        client.close();
      }
      await(() -> own.server().streams() == 0);
      await(() -> own.server().tabs() == 0);
      await(() -> own.server().runs().run(id).map(PageRun::reason).orElse("").contains("no page"));
    }
  }
}
