package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.web.job.RunLimits;
import dev.headroom.web.security.AccessToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The server on the loopback address of IPv6. */
final class LoopbackTest {
  private static final byte[] SIX = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  @Test
  void shouldAnswerOnTheLoopbackAddressOfSix() throws IOException, InterruptedException {
    InetAddress six = InetAddress.getByAddress(SIX);
    Assumptions.assumeTrue(NetworkInterface.getByInetAddress(six) != null, "no ::1 here");
    AccessToken token = AccessToken.random();
    try (WorkbenchServer server =
            WorkbenchServer.start(
                new ServerSettings(
                    six,
                    0,
                    List.of(),
                    token,
                    Path.of("."),
                    List::of,
                    new RunLimits(1, 1, Duration.ofSeconds(10), 1e6, 1),
                    TestServer.TIMEOUTS,
                    (_, _) -> {}));
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      String origin = "http://[::1]:" + server.port();
      assertThat(server.address()).isEqualTo(origin + "/");
      HttpResponse<String> page =
          client.send(
              HttpRequest.newBuilder(URI.create(origin + "/")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(200);
      HttpResponse<String> session =
          client.send(
              HttpRequest.newBuilder(URI.create(origin + "/api/session"))
                  .header("Origin", origin)
                  .header("X-Headroom", "1")
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofString("{\"token\": \"" + token.text() + "\"}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(session.statusCode()).isEqualTo(200);
    }
  }
}
