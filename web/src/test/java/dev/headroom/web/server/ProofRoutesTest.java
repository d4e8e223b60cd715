package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.evidence.EvidenceFile;
import dev.headroom.web.job.RunLimits;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Burn-ins and watches over HTTP: only read, only inside the folder, and anew when they grow. */
final class ProofRoutesTest {
  @TempDir private Path outside = Path.of("");
  private Path folder = Path.of("");
  private @Nullable TestServer started;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    folder = Files.createDirectory(outside.resolve("served"));
    started =
        TestServer.start(
            new RunLimits(1, 2, Duration.ofMinutes(1), 1e9, 4), TestServer.TIMEOUTS, folder);
  }

  @AfterEach
  void stop() {
    server().close();
  }

  @Test
  void shouldShowABurnInUntilItsEvidenceDoesNotHold() throws IOException, InterruptedException {
    MadeProof.burnIn(folder.resolve("rack"));
    assertThat(body("/api/proof")).contains("\"name\":\"rack\",\"kind\":\"burnin\"");
    assertThat(body("/api/proof/burnin?name=rack"))
        .contains("\"isComplete\": true", "\"last\":[{\"slice\":", "\"kind\": \"burnin report\"");
    HttpResponse<String> page = server().get("/api/proof/report?name=rack");
    assertThat(page.body()).startsWith("<!doctype html>").contains("two links");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("sandbox");
    Path evidence = folder.resolve("rack").resolve(EvidenceFile.NAME);
    byte[] bytes = Files.readAllBytes(evidence);
    bytes[bytes.length / 2] ^= 1;
    Files.write(evidence, bytes);
    assertThat(body("/api/proof/burnin?name=rack")).startsWith("{\"broken\":").contains("record");
    assertThat(server().get("/api/proof/report?name=rack").statusCode()).isEqualTo(409);
    assertThat(Files.readAllBytes(evidence)).as("it is only read").isEqualTo(bytes);
  }

  @Test
  void shouldShowAWatchAsItGrows() throws IOException, InterruptedException {
    MadeProof.watch(folder.resolve("a/watched"), false);
    String before = body("/api/proof");
    assertThat(before).contains("\"name\":\"a/watched\",\"kind\":\"watch\"");
    assertThat(body("/api/proof/watch?name=a/watched"))
        .contains("\"host\":\"gpu-", "node_infiniband_state_id")
        .doesNotContain("local_ack_timeout");
    MadeProof.watch(folder.resolve("a/watched"), true);
    assertThat(body("/api/proof")).as("a new stamp").isNotEqualTo(before);
    assertThat(body("/api/proof/watch?name=a/watched"))
        .contains("local_ack_timeout", "\"value\":1100,\"rate\":3.33", "RdmaAckTimeouts");
  }

  @Test
  void shouldKnowNoFolderOutside() throws IOException, InterruptedException {
    MadeProof.watch(outside.resolve("secret"), true);
    Files.createSymbolicLink(folder.resolve("link"), outside.resolve("secret"));
    assertThat(body("/api/proof")).isEqualTo("{\"folders\":[]}");
    for (String name : new String[] {"../secret", "link", "%2e%2e/secret", ".", ""}) {
      assertThat(server().get("/api/proof/watch?name=" + name).statusCode())
          .as(name)
          .isEqualTo(404);
      assertThat(server().get("/api/proof/burnin?name=" + name).statusCode()).isEqualTo(404);
    }
    assertThat(server().get("/api/proof/watch").statusCode()).isEqualTo(400);
  }

  private TestServer server() {
    return Objects.requireNonNull(started);
  }

  private String body(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = server().get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body().strip();
  }
}
