package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.web.job.RunLimits;
import dev.headroom.web.server.MadeProof;
import dev.headroom.web.server.ServerSettings;
import dev.headroom.web.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of burn-ins and watches in a real browser. */
@Tag("whole")
final class ProofPageTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void shouldFollowWhatGrows() throws Exception {
    MadeProof.burnIn(folder.resolve("rack"));
    MadeProof.watch(folder.resolve("watched"), false);
    try (DevTools browser = DevTools.start();
        TestServer server =
            TestServer.start(
                new RunLimits(1, 4, Duration.ofMinutes(2), 1e9, 10),
                ServerSettings.Timeouts.DEFAULT,
                folder);
        BrowserPage page = browser.newPage(1400, false)) {
      page.go(server.server().addressWithToken());
      page.await("document.querySelector('main').dataset.page");
      page.go(server.origin() + "/#/proof?name=rack");
      page.await("document.querySelector('main').dataset.shown === 'rack'");
      String text = page.evaluate("document.querySelector('main').innerText").stringValue();
      assertThat(text).contains("two links", "signed off", "loopback", "Open the sign-off page");
      assertThat(page.unnamed()).isEmpty();
      picture(page, "proof-burnin");
      page.evaluate(
          "[...document.querySelectorAll('.folders button')].find(each => each.textContent === 'watched').click()");
      page.await("document.querySelector('main').dataset.shown === 'watched'");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .contains("no alarm now", "gpu-<1>");
      MadeProof.watch(folder.resolve("watched"), true);
      page.await("document.querySelector('main').innerText.includes('RdmaAckTimeouts')");
      assertThat(page.unnamed()).isEmpty();
      picture(page, "proof-watch");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** For a person who wants to see it: -Dheadroom.pictures=DIR. */
  private static void picture(BrowserPage page, String name) throws Exception {
    String folder = System.getProperty("headroom.pictures", "");
    if (!folder.isEmpty()) {
      page.screenshot(Path.of(folder, name + ".png"));
    }
  }
}
