package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.web.browser.BrowserPage;
import dev.headroom.web.browser.DevTools;
import dev.headroom.web.server.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The slider's page and the program in a process of its own: the same digests. */
@Tag("whole")
final class SliderDigestTest {
  @TempDir private Path folder;

  @Test
  void shouldShowTheDigestOfTheCommandThatItCopies() throws IOException, InterruptedException {
    try (DevTools browser = DevTools.start();
        TestServer server = TestServer.start();
        BrowserPage page = browser.newPage(1400, false)) {
      page.go(server.server().addressWithToken());
      page.await("document.querySelector('main').dataset.page");
      page.go(server.origin() + "/#/kmin?fabric=ring&kmin=10");
      page.await("document.querySelector('main').dataset.kmin === '10'");
      page.evaluate("document.getElementById('kmin').focus()");
      for (int kmin = 10; kmin <= 55; kmin += 5) {
        page.await("document.querySelector('main').dataset.kmin === '%d'".formatted(kmin));
        String command = page.evaluate("document.querySelector('.command').innerText").asString();
        assertThat(page.evaluate("document.querySelector('main').dataset.digest").asString())
            .as(command)
            .isEqualTo(digestOf(command));
        page.press("ArrowRight", 39);
      }
    }
  }

  /** What the program prints for a command line of a page, in the folder of the checkout. */
  private String digestOf(String command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
    assertThat(words.removeFirst()).isEqualTo("headroom");
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.headroom.app.Headroom"));
    line.addAll(words);
    line.addAll(
        List.of("--json", "--no-report", "--quiet", "--out", folder.resolve("out").toString()));
    ProcessBuilder builder = new ProcessBuilder(line).directory(Path.of("..").toFile());
    builder.environment().put("HEADROOM_CACHE", "off");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return JsonMapper.builder().build().readTree(printed).path("digest").asString();
  }
}
