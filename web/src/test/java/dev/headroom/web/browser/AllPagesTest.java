package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.web.job.RunLimits;
import dev.headroom.web.server.ServerSettings;
import dev.headroom.web.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every page in a real browser, narrow and wide, light and dark. */
@Tag("whole")
final class AllPagesTest {
  private static TestServer server;
  private static DevTools browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    browser = DevTools.start();
    server =
        TestServer.start(
            new RunLimits(1, 4, Duration.ofMinutes(2), 1e9, 10), ServerSettings.Timeouts.DEFAULT);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static BrowserPage open(String page, int width, boolean dark)
      throws IOException, InterruptedException {
    BrowserPage opened = browser.newPage(width, dark);
    opened.go(server.server().addressWithToken());
    opened.await("document.querySelector('main').dataset.page");
    opened.go(server.origin() + "/#/" + page);
    opened.await(
        "document.querySelector('main').dataset.page === '%s'"
            .formatted(page.replaceFirst("\\?.*", "")));
    return opened;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workbench",
        "kmin",
        "rails",
        "path",
        "register",
        "audit",
        "fleet",
        "claims",
        "cheat",
        "glossary",
        "history"
      })
  void shouldFitAndBeNamed(String name) throws IOException, InterruptedException {
    for (int width : new int[] {700, 1400}) {
      for (boolean dark : new boolean[] {false, true}) {
        try (BrowserPage page = open(name, width, dark)) {
          assertThat(page.errors()).isEmpty();
          assertThat(number(page, "document.documentElement.scrollWidth - innerWidth"))
              .as("%s at %d px", name, width)
              .isLessThanOrEqualTo(0);
          assertThat(number(page, "document.querySelectorAll('h1').length")).isEqualTo(1);
          assertThat(
                  number(
                      page, "document.querySelectorAll('svg[role=img]:not([aria-label])').length"))
              .isZero();
          assertThat(
                  number(
                      page,
                      "[...document.querySelectorAll('button')].filter(each => !each.textContent.trim() && !each.ariaLabel).length"))
              .isZero();
          assertThat(page.unnamed()).as("without a name on %s", name).isEmpty();
          assertThat(page.evaluate("document.documentElement.dataset.theme").stringValue())
              .isEqualTo(dark ? "dark" : "light");
        }
      }
    }
  }

  /** In a browser that was never shown the token. */
  @Test
  void shouldAskForTheTokenAndTakeIt() throws IOException, InterruptedException {
    try (BrowserPage page = browser.newPage(700, false)) {
      page.go(server.origin().replace("127.0.0.1", "localhost") + "/"); // cookies of another name
      page.await("document.querySelector('main').dataset.page === 'token'");
      page.evaluate("document.getElementById('token').focus()");
      page.type(server.token().text());
      page.evaluate("document.querySelector('button.main').click()");
      page.await("document.querySelector('main').dataset.page === 'workbench'");
    }
  }

  @Test
  void shouldShowTheDigestOfTheCommandLineAtEachPosition()
      throws IOException, InterruptedException {
    String text = Files.readString(Path.of("..", "examples", "ring-deadlock.yaml"));
    try (BrowserPage page = open("kmin?fabric=ring&kmin=5", 1400, false)) {
      page.evaluate("document.getElementById('kmin').focus()");
      for (int kmin = 5; kmin <= 50; kmin += 5) {
        page.await("document.querySelector('main').dataset.kmin === '%d'".formatted(kmin));
        List<String> sets =
            List.of(
                "congestion=dcqcn",
                "workload.size=4MiB",
                "congestion.kmin=" + kmin + "KB",
                "congestion.kmax=" + 4 * kmin + "KB",
                "congestion.pmax=0.2",
                "fabric.switches.buffer=4MiB");
        if (!(ScenarioReader.read(text, "ring-deadlock.yaml", sets)
            instanceof ScenarioReader.Good good)) {
          throw new AssertionError("not a scenario");
        }
        assertThat(page.evaluate("document.querySelector('main').dataset.digest").stringValue())
            .as("Kmin %d KB", kmin)
            .isEqualTo(ScenarioRun.of(good.scenario()).run(RunListener.NONE).result().digest());
        page.press("ArrowRight", 39);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ring", "single", "leaf"})
  void shouldSweepEachFabric(String fabric) throws IOException, InterruptedException {
    try (BrowserPage page = open("kmin?fabric=" + fabric, 1400, false)) {
      page.await("document.querySelector('main').dataset.swept >= 16");
      boolean isRing = fabric.equals("ring");
      assertThat(
              page.evaluate("document.querySelector('svg.strip').getAttribute('aria-label')")
                  .stringValue())
          .contains(isRing ? "deadlock at 50 KB" : "no deadlock");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** NICs that share a link are slower; those with one of their own are not. */
  @Test
  void shouldMeasureRails() throws IOException, InterruptedException {
    try (BrowserPage page = open("rails", 1400, false)) {
      page.await("document.querySelector('main').dataset.measured === '13'");
      assertThat(
              page.evaluate(
                      "document.querySelector('[data-cell=\"own-4\"]').dataset.percent > 90"
                          + " && document.querySelector('[data-cell=\"four-4\"]').dataset.percent < 40")
                  .asBoolean(false))
          .as("%s", page.evaluate("document.querySelector('.rails').innerText"))
          .isTrue();
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .contains("stated 98 %")
          .doesNotContain("undefined", "NaN");
      assertThat(page.errors()).isEmpty();
    }
  }

  private static int number(BrowserPage page, String script) {
    return page.evaluate(script).asInt(-1);
  }
}
