package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.glossary.GlossaryJson;
import dev.headroom.web.glossary.GlossaryReader;
import dev.headroom.wire.linux.LinuxSockets;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Glossary, claims, keys and audits over HTTP are those of the command line. */
final class ReferenceRoutesTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<String> audit(String name, String text)
      throws IOException, InterruptedException {
    HttpRequest request =
        server
            .request("/api/audit?name=" + name)
            .setHeader("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofString(text))
            .build();
    return server.client().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldHaveTheGlossaryOfTheCommandLine() throws IOException, InterruptedException {
    assertThat(server.get("/api/glossary").body())
        .isEqualTo(GlossaryJson.of(GlossaryReader.builtIn()));
  }

  @Test
  void shouldListClaimsAndKnowNoOthers() throws IOException, InterruptedException {
    assertThat(server.get("/api/claims").body())
        .contains("\"id\":\"S2:38\"", "\"isTestable\":true", "\"isTestable\":false");
    assertThat(server.post("/api/claim", "{\"id\": \"S9:1\"}").statusCode()).isEqualTo(404);
  }

  @Test
  void shouldCompleteKeysWithDefaultRangeAndSource() throws IOException, InterruptedException {
    assertThat(server.get("/api/keys?at=congestion").body())
        .contains("\"key\":\"congestion.kmin\"", "4KB per Gb/s", "SIGCOMM 2015");
    assertThat(server.get("/api/keys?at=workload.type").body()).contains("all-reduce", "incast");
    assertThat(server.get("/api/keys?at=").body()).contains("\"name\":\"fabric\"");
    assertThat(server.get("/api/keys?at=no.such.place").body())
        .isEqualTo("{\"keys\":[],\"values\":[]}");
  }

  @Test
  void shouldAuditAFileAndForgetIt() throws IOException, InterruptedException {
    HttpResponse<String> found =
        audit(
            "dmesg.txt",
            "[   12.345678] mlx5_core 0000:3b:00.0: print_health_info: Health issue observed, High temperature, severity(3) CRITICAL\n");
    assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
    String id = found.body().replaceAll("\\D*(\\d+).*", "$1");
    assertThat(server.get("/api/audit/" + id + "/audit.json").body())
        .contains("\"findings\"", "dmesg.txt")
        .doesNotContain("headroom-audit");
    HttpResponse<String> page = server.get("/api/audit/" + id + "/report");
    assertThat(page.body()).contains("dmesg.txt").doesNotContain("headroom-audit");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("sandbox", "default-src 'none'");
  }

  @Test
  void shouldWaiveFindingsAndLeaveNoFile() throws IOException, InterruptedException {
    String name = "dmesg-" + ProcessHandle.current().pid() + ".txt";
    HttpResponse<String> found =
        audit(
            name,
            "[   12.345678] mlx5_core 0000:3b:00.0: print_health_info: Health issue observed, High temperature, severity(3) CRITICAL\n");
    assertThat(found.body()).contains("\"findings\":1", "\"waived\":0");
    String audit = "/api/audit/" + found.body().replaceAll("\\D*(\\d+).*", "$1");
    String rule = found.body().replaceAll(".*\"rules\":\\[\"([^\"]+).*", "$1");
    assertThat(
            server
                .post(
                    audit + "/waivers",
                    "{\"text\": \"- rule: %s\\n  reason: fan on order\\n  expires: 2999-01-01\\n\"}"
                        .formatted(rule))
                .body())
        .contains("\"findings\":0", "\"waived\":1");
    HttpResponse<String> refused =
        server.post(
            audit + "/waivers",
            "{\"text\": \"- rule: no.such\\n  reason: none\\n  expires: 2999-01-01\\n\"}");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("waivers:1", "no rule 'no.such'");
    assertThat(server.get(audit).body()).contains("\"waived\":1");
    assertThat(server.get(audit + "/fleet").body()).contains("\"errors\":0");
    try (Stream<Path> folders = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertThat(folders.map(folder -> folder.resolve(name)).filter(Files::exists)).isEmpty();
    }
  }

  /** As {@code examples/pair.yaml} with its NIC held to 8 reads. */
  @Test
  void shouldFindThePartThatHoldsANicUp() throws IOException, InterruptedException {
    String text =
        JsonWriter.compact()
            .object()
            .put("text", TestServer.text("pair.yaml"))
            .endObject()
            .toString();
    String found =
        server
            .post(
                "/api/path",
                text.replaceFirst(
                    "}$",
                    ",\"tab\":\"a-tab-of-a-test\",\"sets\":[\"hosts.pcie.readTags=8\",\"workload.size=1MiB\"]}"))
            .body();
    assertThat(found)
        .contains("\"host\":\"host-0\"", "8 of 512 B under way", "outstanding reads")
        .contains("hosts.pcie.readTags\",\"value\":\"8\",\"isSet\":true");
    HttpResponse<String> refused =
        server.post("/api/path", text.replaceFirst("}$", ",\"tab\":\"\",\"host\":\"nobody\"}"));
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("no host 'nobody'");
  }

  @Test
  void shouldRegisterMemoryAsTheModelAndTheMachineDo() throws IOException, InterruptedException {
    assertThat(
            server.post("/api/register/model", "{\"bytes\": 1048576, \"pageBytes\": 4096}").body())
        .contains("\"pages\":256", "\"tableBytes\":2048");
    assertThat(
            server.post("/api/register/model", "{\"bytes\": 1, \"pageBytes\": 5000}").statusCode())
        .isEqualTo(400);
    assertThat(
            server
                .post("/api/register", "{\"bytes\": 99999999999, \"page\": \"4KiB\"}")
                .statusCode())
        .isEqualTo(400);
    Assumptions.assumeTrue(LinuxSockets.isHere());
    HttpResponse<String> registered =
        server.post("/api/register", "{\"bytes\": 65536, \"page\": \"4KiB\"}");
    assertThat(registered.statusCode())
        .as(registered.body())
        .isIn(200, 422); // 422: too low a limit
    if (registered.statusCode() == 200) {
      assertThat(registered.body())
          .contains("\"pages\": 16", "\"right\": true", "\"wrongKeyRefused\": true");
    }
  }

  @Test
  void shouldTakeANameForTextAlone() throws IOException, InterruptedException {
    HttpResponse<String> refused = audit("..%2F..%2Fetc%2Fpasswd", "nothing that is known\n");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).doesNotContain("passwd", "headroom-audit");
  }

  /** A tab without a stream counts as closed at once here. */
  @Test
  void shouldStopAMeasurementThatNobodyWaitsFor() throws IOException, InterruptedException {
    try (TestServer closing = TestServer.startImpatient()) {
      HttpResponse<String> answer =
          closing.post("/api/claim", "{\"id\": \"S0:10\", \"tab\": \"closed-tab\"}");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
      assertThat(answer.body()).contains("the page that asked is closed");
      assertThat(closing.failures()).isEmpty();
    }
  }
}
