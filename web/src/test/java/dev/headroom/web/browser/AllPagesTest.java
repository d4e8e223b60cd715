package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every page in a real browser, narrow and wide, light and dark. */
@Tag("whole")
final class AllPagesTest {
  /** Some seconds of work. */
  private static final String LONG =
      """
      fabric: {topology: single, hosts: 17, links: {rate: 100Gbps, delay: 1us}}
      workload: {type: incast, fanIn: 16, size: 256MB}
      """;

  private static OpenWorkbench workbench;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    workbench = OpenWorkbench.start(Duration.ofMinutes(2));
  }

  @AfterAll
  static void stop() {
    if (workbench != null) {
      workbench.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workbench",
        "kmin",
        "tcp",
        "spraying",
        "rails",
        "path",
        "register",
        "audit",
        "fleet",
        "proof",
        "claims",
        "cheat",
        "glossary",
        "history"
      })
  void shouldFitAndBeNamed(String name) throws IOException, InterruptedException {
    for (int width : new int[] {320, 700, 1400}) {
      for (boolean dark : new boolean[] {false, true}) {
        try (BrowserPage page = workbench.open(name, width, dark)) {
          assertThat(page.errors()).isEmpty();
          assertThat(number(page, "document.documentElement.scrollWidth - innerWidth"))
              .as("%s at %d px", name, width)
              .isLessThanOrEqualTo(0);
          assertThat(page.cutWords()).as("cut on %s at %d px", name, width).isEmpty();
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
          assertThat(page.repeatedButtons()).as("several buttons of a name on %s", name).isEmpty();
          assertThat(page.evaluate("document.documentElement.dataset.theme").stringValue())
              .isEqualTo(dark ? "dark" : "light");
        }
      }
    }
  }

  /** A window of 1,280 pixels at 200 % has room for 640. */
  @ParameterizedTest
  @ValueSource(strings = {"workbench", "kmin", "tcp", "spraying", "rails", "audit", "glossary"})
  void shouldNeedNoSidewaysScrollingWhenEnlarged(String name)
      throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open(name, 640, false)) {
      page.resize(640, 2);
      page.await("innerWidth === 640 && devicePixelRatio === 2");
      page.await("document.documentElement.scrollWidth <= innerWidth");
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test
  void shouldPlayAndPauseForWhoAllowsMotion() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("rails", 1400, false)) {
      page.reduceMotion(false);
      page.go(workbench.server().origin() + "/#/spraying?size=256KiB");
      page.await("document.querySelector('main').dataset.state === 'done'");
      page.await("document.querySelector('.play').textContent === 'Pause'");
      page.await("document.querySelector('.player input').value > 20");
      page.evaluate("document.querySelector('canvas').focus()");
      page.press(" ", 32);
      page.await("document.querySelector('.play').textContent === 'Play'");
      String value = page.evaluate("document.querySelector('.player input').value").asString();
      Thread.sleep(300);
      assertThat(page.evaluate("document.querySelector('.player input').value").asString())
          .isEqualTo(value);
      assertThat(page.evaluate("document.querySelector('main').dataset.ps > 0").asBoolean())
          .isTrue();
      assertThat(page.errors()).isEmpty();
    }
  }

  /** The address names the run: after a reload the page watches it to its end. */
  @Test
  void shouldGoOnWatchingAfterAReload() throws IOException, InterruptedException {
    try (BrowserPage page =
        workbench.open("workbench?file=long.yaml&s=" + packed(LONG), 1400, false)) {
      page.await("!document.querySelector('button.main').disabled");
      page.evaluate("document.querySelector('button.main').click()");
      page.await("document.querySelector('main').dataset.run");
      page.await("location.hash.includes('run=')");
      page.reload();
      page.await("document.querySelector('main').dataset.run === 'done'");
      assertThat(page.evaluate("document.querySelector('main').dataset.digest").asString())
          .hasSize(32);
      assertThat(page.errors()).isEmpty();
    }
  }

  /** A page that is left before it is there changes neither what is shown nor the address. */
  @Test
  void shouldShowThePageThatWasAskedForLast() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("glossary", 1400, false)) {
      page.evaluate(
          """
          (async () => {
            for (const name of ['tcp', 'spraying', 'path', 'claims', 'tcp', 'history']) {
              location.hash = '#/' + name;
              await new Promise(resolve => setTimeout(resolve, 25));
            }
          })()
          """);
      page.await("document.querySelector('main').dataset.page === 'history'");
      Thread.sleep(3_000); // the runs of the pages before come to their ends
      assertThat(
              page.evaluate(
                      "[...document.querySelectorAll('h1')].map(each => each.textContent).join()"
                          + " + ' ' + document.querySelector('main').dataset.page + ' ' + location.hash")
                  .asString())
          .isEqualTo("Timeline history #/history");
      page.evaluate("document.querySelector('.timeline a').focus()");
      page.press(" ", 32);
      assertThat(page.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workbench?s=%25%25 | This link does not hold a whole scenario",
        "kmin?fabric=x&kmin=abc&kmax=99&pmax=x&buffer=3 | It flows: all 10 flows are done",
        "path?scenario=nope.yaml&host=nobody&part=q | the scenario has no host 'nobody'",
        "register?size=9&page=x&how=z&step=-5 | 1 of 3: ibv_reg_mr",
        "proof?name=nowhere | There is no burn-in or watch 'nowhere' in the folder",
        "audit?audit=999999 | there is no such audit",
        "nonsense | Edit a scenario"
      })
  void shouldSayWhatIsWrongWithAnAddress(String address, String words)
      throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("history", 1400, false)) {
      page.evaluate("location.hash = '#/" + address + "'");
      page.await("document.querySelector('main').innerText.includes(\"" + words + "\")");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .doesNotContain("undefined", "NaN", "Failed to execute", "Cannot read");
    }
  }

  /** No word about what a page was to show is left of a server that is gone. */
  @Test
  void shouldSayThatTheServerIsGone() throws IOException, InterruptedException {
    String text = LONG.replace("256MB", "64GB");
    try (OpenWorkbench own = OpenWorkbench.start(Duration.ofMinutes(2));
        BrowserPage page = own.open("workbench?file=long.yaml&s=" + packed(text), 1400, false)) {
      page.await("!document.querySelector('button.main').disabled");
      page.evaluate("document.querySelector('button.main').click()");
      page.await("document.querySelector('progress')");
      own.server().close();
      page.await("document.querySelector('main').innerText.includes('The server does not answer')");
      page.evaluate("location.hash = '#/claims'");
      page.await("document.querySelector('main').innerText.includes('Start headroom serve again')");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .doesNotContain("Failed to fetch", "deepest queues");
    }
  }

  /** What was measured stays, without a frame that a browser fills with an error of its own. */
  @Test
  void shouldSayThatTheServerIsGoneSinceTheRunsEnd() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("workbench?example=incast-16.yaml", 1400, false)) {
      page.await("!document.querySelector('button.main').disabled");
      page.evaluate(
          "(() => { const real = fetch; window.fetch = (path, request) => path === '/api/runs' ? Promise.reject(new TypeError('gone')) : real(path, request); })()");
      page.evaluate("document.querySelector('button.main').click()");
      page.await("document.querySelector('main').dataset.run === 'done'");
      page.await("document.querySelector('main').innerText.includes('The server does not answer')");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .contains("incast-16", "Figures as a table");
      assertThat(page.evaluate("document.querySelectorAll('iframe.report').length").intValue())
          .isZero();
    }
  }

  /** Neither the drawing nor the estimate of the text before stays beside one with problems. */
  @Test
  void shouldDrawNothingOfATextWithProblems() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("workbench?example=incast-16.yaml", 1400, false)) {
      page.await("document.querySelector('.preview svg')");
      page.evaluate(
          "document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()");
      page.type("fabrik: 1\n");
      page.await("document.querySelector('main').dataset.problems > 0");
      page.await("!document.querySelector('.preview svg')");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .doesNotContain("packet hops", "17 hosts");
    }
  }

  /** The colours of links are those of the theme, of one that was chosen later too. */
  @Test
  void shouldDrawTheFabricAnewInAnotherTheme() throws IOException, InterruptedException {
    // The browser keeps the theme that was chosen for all pages of an address.
    try (OpenWorkbench own = OpenWorkbench.start(Duration.ofMinutes(2));
        BrowserPage page = own.open("workbench?example=incast-16.yaml", 1400, false)) {
      page.await("document.querySelector('.preview svg')");
      page.evaluate("window.light = document.querySelector('.preview svg').innerHTML");
      page.evaluate("document.getElementById('theme').click()");
      page.await("document.querySelector('.preview svg').innerHTML !== window.light");
      page.evaluate("document.getElementById('theme').click()");
      page.await("document.querySelector('.preview svg').innerHTML === window.light");
    }
  }

  /** A text that is in no file is not what an example of its name runs. */
  @Test
  void shouldNameTheFileThatTheCommandLineNeeds() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("workbench?example=incast-16.yaml", 1400, false)) {
      page.await("!document.querySelector('button.main').disabled");
      assertThat(copied(page)).isEqualTo("headroom sim examples/incast-16.yaml");
      page.evaluate(
          "(() => { const list = document.getElementById('scenario'); list.value = 'folder claims/rail-count.yaml'; list.dispatchEvent(new Event('change')); })()");
      page.await(
          "JSON.parse(localStorage.getItem('headroom-scenario')).file === 'claims/rail-count.yaml'");
      assertThat(copied(page)).isEqualTo("headroom sim claims/rail-count.yaml");
      page.evaluate(
          "document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()");
      page.type("seed: 7\n");
      page.await("JSON.parse(localStorage.getItem('headroom-scenario')).from === ''");
      assertThat(copied(page))
          .startsWith("headroom sim rail-count.yaml # Download YAML in the workbench first");
    }
  }

  private static String copied(BrowserPage page) {
    return page.evaluate(
            """
            (async () => {
              const said = new Promise(resolve => Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText: async text => resolve(text)}}));
              [...document.querySelectorAll('main button')].find(each => /^(Copy command line|Copied)/.test(each.textContent)).click();
              return await said;
            })()
            """)
        .stringValue();
  }

  /** The link before the list of pages leads into the page that is shown, not to another. */
  @Test
  void shouldSkipTheListOfPages() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("history", 1400, false)) {
      page.evaluate("document.querySelector('.skip').focus()");
      page.evaluate("document.querySelector('.skip').click()");
      page.await("document.activeElement.tagName === 'MAIN'");
      Thread.sleep(300);
      assertThat(page.evaluate("document.querySelector('main').dataset.page").stringValue())
          .isEqualTo("history");
      assertThat(page.evaluate("location.hash").stringValue()).startsWith("#/history");
    }
  }

  /**
   * A browser that duplicates a tab copies what it stores for it, and loads the page anew; so does
   * a reload. Each has a name of its own.
   */
  @Test
  void shouldNameEachLoadedPageAnew() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("history", 1400, false)) {
      String name = "import('/page/api.js').then(api => api.tab)";
      String first = page.evaluate(name).stringValue();
      assertThat(first).matches("[0-9a-f]{24}");
      assertThat(number(page, "sessionStorage.length")).isZero();
      page.evaluate("window.before = true");
      page.reload();
      page.await("!window.before && document.querySelector('main').dataset.page === 'history'");
      assertThat(page.evaluate(name).stringValue()).isNotEqualTo(first);
    }
  }

  /** What was claimed, what was measured, and how the two stand to each other. */
  @Test
  void shouldSayWhatWasClaimedAndMeasured() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("claims", 1400, false)) {
      page.evaluate("document.querySelector('[data-claim=\"S0:9a\"] button').click()");
      page.await("document.querySelector('.measured')");
      assertThat(page.evaluate("document.querySelector('.measured').innerText").stringValue())
          .contains("claimed", "2 KiB", "4.00 KiB", "is more than the claim's 2 KiB", "refuted")
          .doesNotContain("undefined", "does not hold");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** Each tab sees its own run alone. */
  @Test
  void shouldKeepTwoTabsApart() throws IOException, InterruptedException {
    try (BrowserPage one = workbench.open("workbench?example=incast-16.yaml", 1400, false);
        BrowserPage other = workbench.open("workbench?example=uplinks.yaml", 1400, false)) {
      for (BrowserPage page : List.of(one, other)) {
        page.await("!document.querySelector('button.main').disabled");
        page.evaluate("document.querySelector('button.main').click()");
      }
      for (BrowserPage page : List.of(one, other)) {
        page.await("document.querySelector('main').dataset.run === 'done'");
        assertThat(page.errors()).isEmpty();
      }
      assertThat(one.evaluate("document.querySelector('main').dataset.digest").asString())
          .isEqualTo(digest("incast-16.yaml"));
      assertThat(other.evaluate("document.querySelector('main').dataset.digest").asString())
          .isEqualTo(digest("uplinks.yaml"));
    }
  }

  /** A text as the address of a permalink has it. */
  private static String packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out =
        new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_COMPRESSION, true))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  /** In a browser that was never shown the token. */
  @Test
  void shouldAskForTheTokenAndTakeIt() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.browser().newPage(700, false)) {
      page.go(
          workbench.server().origin().replace("127.0.0.1", "localhost")
              + "/"); // cookies of another name
      page.await("document.querySelector('main').dataset.page === 'token'");
      page.evaluate("document.getElementById('token').focus()");
      page.type(workbench.server().token().text());
      page.evaluate("document.querySelector('button.main').click()");
      page.await("document.querySelector('main').dataset.page === 'workbench'");
    }
  }

  @Test
  void shouldShowTheDigestOfTheCommandLineAtEachPosition()
      throws IOException, InterruptedException {
    String text = Files.readString(Path.of("..", "examples", "ring-deadlock.yaml"));
    try (BrowserPage page = workbench.open("kmin?fabric=ring&kmin=5", 1400, false)) {
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
    try (BrowserPage page = workbench.open("kmin?fabric=" + fabric, 1400, false)) {
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
    try (BrowserPage page = workbench.open("rails", 1400, false)) {
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

  /**
   * A packet is in its place when the run says that the flow is delivered; steps go by keyboard.
   */
  @ParameterizedTest
  @CsvSource({"placed, out-of-order", "dropped, go-back-n"})
  void shouldFollowEachPacketOfASprayedFlow(String receiver, String recovery)
      throws IOException, InterruptedException {
    try (BrowserPage page =
        workbench.open("spraying?size=256KiB&right=adaptive&receiver=" + receiver, 1400, false)) {
      page.await("document.querySelector('main').dataset.state === 'done'");
      for (String side : new String[] {"left", "right"}) {
        assertThat(page.evaluate("document.querySelector('main').dataset." + side).stringValue())
            .isEqualTo(
                digest(
                    "claims/permutation-8-spines.yaml",
                    "fabric.leaves=2",
                    "fabric.links.delay=1us",
                    "workload.size=256KiB",
                    "routing.algorithm=" + (side.equals("left") ? "spray" : "adaptive"),
                    "transport.recovery=" + recovery));
      }
      String last = page.evaluate("document.querySelector('main').dataset.last").stringValue();
      assertThat(page.evaluate("document.querySelector('main').dataset.delivered").stringValue())
          .isEqualTo(last);
      page.evaluate("document.querySelector('canvas').focus()");
      page.press("Home", 36);
      page.await("document.querySelector('main').dataset.came === '0'");
      page.press("ArrowRight", 39);
      page.await("document.querySelector('main').dataset.came === '1'");
      assertThat(
              page.evaluate("document.querySelector('canvas').getAttribute('aria-label')")
                  .stringValue())
          .contains("1 of 64 packets");
      page.press("End", 35);
      page.await("document.querySelector('main').dataset.came === '64'");
      assertThat(page.evaluate("document.querySelector('.play').hidden").asBoolean())
          .as("nothing plays for who asks for no motion")
          .isTrue();
      assertThat(page.errors()).isEmpty();
    }
  }

  /** TCP takes longer than RDMA; packet 2 holds 98 others up; digests are the command line's. */
  @Test
  void shouldShowStagesOfTcpBesideRdma() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("tcp?size=64KiB", 1400, false)) {
      page.await("document.querySelector('main').dataset.state === 'done'");
      String[] size = {
        "workload.flowsPerSender=1", "workload.size=64KiB", "fabric.links.rate=100Gbps"
      };
      assertThat(page.evaluate("document.querySelector('main').dataset.rdma").stringValue())
          .isEqualTo(digest("pair.yaml", size));
      assertThat(page.evaluate("document.querySelector('main').dataset.tcp").stringValue())
          .isEqualTo(
              digest(
                  "pair.yaml",
                  "transport=tcp",
                  "transport.tcp.handshake=false",
                  size[0],
                  size[1],
                  size[2]));
      assertThat(page.evaluate("document.querySelector('main').dataset.waited").stringValue())
          .isEqualTo("98");
      assertThat(page.evaluate("document.querySelector('main').dataset.late").stringValue())
          .startsWith(
              digest(
                  "head-of-line.yaml",
                  "transport.tcp.handshake=false",
                  "fabric.failures.0.from=201.4us",
                  "fabric.failures.0.until=202.1us"));
      String text = page.evaluate("document.querySelector('main').innerText").stringValue();
      assertThat(text)
          .contains("bypassed", "98 wait (hatched)", "RDMA, selective repeat: 99 of 100")
          .doesNotContain("undefined", "NaN");
      page.press("End", 35);
      page.await("document.querySelector('main').innerText.includes('✓ passed: 1 read()')");
      assertThat(page.errors()).isEmpty();
    }
  }

  private static String digest(String example, String... sets) throws IOException {
    String text = Files.readString(Path.of("..", "examples", example));
    if (!(ScenarioReader.read(text, "scenario.yaml", List.of(sets))
        instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario");
    }
    return ScenarioRun.of(good.scenario()).run(RunListener.NONE).result().digest();
  }

  private static int number(BrowserPage page, String script) {
    return page.evaluate(script).asInt(-1);
  }
}
