package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The ways of a flow's packets over HTTP: those of the same run, to the bit. */
final class JourneysTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String FABRIC =
      """
      fabric: {topology: leaf-spine, leaves: 2, spines: 8, hostsPerLeaf: 4, links: {rate: 100Gbps, delay: 1us}}
      workload: {type: permutation, shift: 4, size: 256KiB}
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

  private static JsonNode journeys(String... sets) throws IOException, InterruptedException {
    ObjectNode body =
        JSON.createObjectNode()
            .put("tab", "journeys-tab")
            .put("text", FABRIC)
            .put("file", "fabric.yaml")
            .put("flow", 1);
    ArrayNode list = body.putArray("sets");
    List.of(sets).forEach(list::add);
    HttpResponse<String> answer = server.post("/api/journeys", body.toString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static String digest(String... sets) {
    if (!(ScenarioReader.read(FABRIC, "fabric.yaml", List.of(sets))
        instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario");
    }
    return ScenarioRun.of(good.scenario()).run(RunListener.NONE).result().digest();
  }

  @Test
  void shouldTellTheWayOfEachPacket() throws IOException, InterruptedException {
    String[] sets = {"routing.algorithm=spray", "transport.recovery=out-of-order"};
    JsonNode found = journeys(sets);
    assertThat(found.path("digest").asString()).isEqualTo(digest(sets));
    assertThat(found.path("flow").path("from").asString()).isEqualTo("host-1");
    assertThat(found.path("packets").size()).isEqualTo(64);
    Set<Integer> places = new HashSet<>();
    Set<String> spines = new HashSet<>();
    long lastPs = 0;
    for (JsonNode packet : found.path("packets")) {
      assertThat(packet.size()).as("place, mark, tail and four hops").isEqualTo(3 + 4 * 3);
      places.add(packet.path(0).asInt());
      spines.add(found.path("nodes").path(packet.path(6).asInt()).asString());
      lastPs = Math.max(lastPs, packet.path(2).asLong());
      for (int hop = 1; hop < 4; hop++) {
        assertThat(packet.path(4 + 3 * hop).asLong())
            .as("a packet leaves a node after it came to it")
            .isGreaterThanOrEqualTo(packet.path(2 + 3 * hop).asLong());
        assertThat(packet.path(5 + 3 * hop).asLong() - packet.path(4 + 3 * hop).asLong())
            .as("delay of the link in ps")
            .isEqualTo(1_000_000);
      }
    }
    assertThat(places).hasSize(64).contains(0, 63);
    assertThat(spines).hasSizeGreaterThan(5).allMatch(name -> name.startsWith("spine-"));
    assertThat(found.path("flow").path("deliveredPs").asLong()).isEqualTo(lastPs);
  }

  @Test
  void shouldTellWhatCoresDo() throws IOException, InterruptedException {
    JsonNode found = journeys("transport=tcp");
    assertThat(found.path("digest").asString()).isEqualTo(digest("transport=tcp"));
    long busyPs = 0;
    long read = 0;
    for (JsonNode piece : found.path("pieces")) {
      busyPs += piece.path(5).asLong() - piece.path(3).asLong();
      if (piece.path(0).asString().equals("host-5") && piece.path(2).asString().equals("read")) {
        read += piece.path(6).asLong();
      }
    }
    assertThat(read).isEqualTo(256 << 10);
    assertThat(busyPs).isEqualTo(found.path("cpu").path("busyPs").asLong());
  }
}
