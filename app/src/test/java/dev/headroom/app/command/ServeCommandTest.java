package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServeCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  @Test
  void shouldPrintOneAddressServeAndEndCleanly() throws IOException, InterruptedException {
    CompletableFuture<Integer> code = new CompletableFuture<>();
    Thread server =
        Thread.ofPlatform().start(() -> code.complete(run("serve", "--dir", temporary.toString())));
    while (!out.toString().endsWith("\n") && server.isAlive()) {
      Thread.sleep(20);
    }
    assertThat(out.toString()).matches("http://127\\.0\\.0\\.1:\\d+/#t=[0-9a-f]{32}\\R");
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      URI address = URI.create(out.toString().strip().replaceFirst("#.*", ""));
      assertThat(
              client
                  .send(
                      HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                  .body())
          .contains("Headroom");
    }
    server.interrupt(); // as Ctrl-C does
    assertThat(code.join()).isEqualTo(ExitCodes.INTERRUPTED);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldRefuseATakenPort() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("serve", "--port", Integer.toString(taken.getLocalPort())))
          .isEqualTo(ExitCodes.COULD_NOT_RUN);
      assertThat(err.toString()).contains("--port " + taken.getLocalPort(), "another port");
    }
  }

  @Test
  void shouldRefuseWhatIsNone() throws IOException {
    assertThat(run("serve", "--dir", temporary.resolve("none").toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--dir", "is not a folder");
    assertThat(run("serve", "--port", "70000")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--port: 70000");
    Path token = Files.writeString(temporary.resolve("token"), "secret");
    assertThat(run("serve", "--token-file", token.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("holds no token").doesNotContain("secret");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldMakeATokenFileForItsOwnerAlone() throws IOException, InterruptedException {
    Path token = temporary.resolve("made");
    Thread server =
        Thread.ofPlatform()
            .start(() ->
                run("serve", "--dir", temporary.toString(), "--token-file", token.toString()));
    while (!out.toString().endsWith("\n") && server.isAlive()) {
      Thread.sleep(20);
    }
    server.interrupt();
    server.join();
    assertThat(out.toString()).doesNotContain("#t=");
    assertThat(Files.readString(token)).matches("[0-9a-f]{32}\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
        .isEqualTo("rw-------");
  }
}
