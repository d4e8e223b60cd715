package dev.headroom.web.browser;

import dev.headroom.web.report.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Chromium that is driven over its DevTools protocol, without a driver between. Tests that need
 * one are skipped where there is none.
 */
public final class DevTools implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long START_MILLIS = 60_000;

  private final Process process;
  private final Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  private DevTools(Process process, Path folder, int port) {
    this.process = process;
    this.folder = folder;
    this.port = port;
  }

  public static DevTools start() throws IOException, InterruptedException {
    Optional<Path> program = Browser.program();
    Assumptions.assumeTrue(
        program.isPresent(), "no Chromium here (Debian package chromium): pages not opened");
    Path folder = Files.createTempDirectory("headroom-devtools");
    Process process =
        new ProcessBuilder(
                program.orElseThrow().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder.resolve("profile"),
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Path told = folder.resolve("profile").resolve("DevToolsActivePort");
    long end = System.nanoTime() + START_MILLIS * 1_000_000;
    while (System.nanoTime() < end && process.isAlive()) {
      List<String> lines = Files.exists(told) ? Files.readAllLines(told) : List.of();
      if (lines.size() > 1) {
        return new DevTools(process, folder, Integer.parseInt(lines.getFirst()));
      }
      Thread.sleep(20);
    }
    process.destroyForcibly();
    throw new IOException("the browser does not start: " + Files.readString(folder.resolve("log")));
  }

  /** A page in a tab of its own, with cookies of its own. */
  public BrowserPage newPage(int width, boolean dark) throws IOException, InterruptedException {
    HttpResponse<String> made =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
    String address = JSON.readTree(made.body()).path("webSocketDebuggerUrl").stringValue();
    return BrowserPage.connect(client, URI.create(address), width, dark);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    client.close();
    Browser.remove(folder);
  }
}
