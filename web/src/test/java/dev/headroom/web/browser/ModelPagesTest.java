package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.web.report.CheatSheetPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages of the data path, of registration, of claims and of history in a real browser. */
@Tag("whole")
final class ModelPagesTest {
  private static OpenWorkbench workbench;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    workbench = OpenWorkbench.start(Duration.ofMinutes(5));
  }

  @AfterAll
  static void stop() {
    if (workbench != null) {
      workbench.close();
    }
  }

  private static String data(BrowserPage page, String name) {
    return page.evaluate("document.querySelector('main').dataset." + name).stringValue();
  }

  @Test
  void shouldFindThePartThatHoldsANicUp() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("path?scenario=pair.yaml&set=hosts.pcie.readTags%3D8")) {
      page.await("document.querySelector('main').dataset.worst === 'memory'");
      String text = Files.readString(Path.of("..", "examples", "pair.yaml"));
      if (!(ScenarioReader.read(text, "pair.yaml", List.of("hosts.pcie.readTags=8"))
          instanceof ScenarioReader.Good good)) {
        throw new AssertionError("not a scenario");
      }
      assertThat(data(page, "digest"))
          .isEqualTo(ScenarioRun.of(good.scenario()).run(RunListener.NONE).result().digest());
      page.evaluate("document.querySelector('a[data-part=link]').focus()");
      page.press("Enter", 13);
      page.evaluate(
          "document.querySelector('a[data-part=link]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))");
      page.await("document.querySelector('main').dataset.part === 'link'");
      assertThat(page.evaluate("document.getElementById('part').innerText").stringValue())
          .contains("pcie.maxReadRequest", "rules of the audit")
          .doesNotContain("undefined", "NaN");
      page.evaluate(
          "(() => { const change = document.getElementById('change'); change.value = 'hosts.memory.place=gpu hosts.memory.gpuPath=sys'; change.dispatchEvent(new Event('change')); })()");
      page.await("document.querySelector('main').dataset.worst === 'root'");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** The way out of one host and into another, of one run. */
  @Test
  void shouldDrawTheWayIntoAnotherHost() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("path?scenario=pair.yaml")) {
      page.await("document.querySelector('main').dataset.host");
      assertThat(page.evaluate("document.querySelectorAll('a.part').length").asInt()).isEqualTo(8);
      String digest = data(page, "digest");
      page.evaluate(
          "(() => { const to = document.getElementById('to'); to.value = to.options[1].value; to.dispatchEvent(new Event('change')); })()");
      page.await("document.querySelector('main').dataset.to");
      assertThat(page.evaluate("document.querySelectorAll('a.part').length").asInt())
          .as("the switch that both hang on is there once")
          .isEqualTo(15);
      assertThat(data(page, "digest")).isEqualTo(digest);
      page.evaluate(
          "document.querySelector('a[data-part=to-memory]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))");
      page.await("document.querySelector('main').dataset.part === 'to-memory'");
      assertThat(page.evaluate("document.getElementById('part').innerText").stringValue())
          .contains(data(page, "to"))
          .doesNotContain("undefined", "NaN");
      assertThat(page.evaluate("location.hash").stringValue()).contains("to=" + data(page, "to"));
      page.resize(700);
      page.await("innerWidth === 700 && document.documentElement.scrollWidth <= 700");
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test
  void shouldStepThroughARegistration() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("register?size=64KiB&how=real")) {
      page.await("document.querySelector('main').dataset.pages === '16'");
      for (int step = 1; step < 5; step++) {
        page.evaluate("document.getElementById('next').click()");
        page.await("document.querySelector('main').dataset.step === '%d'".formatted(step));
      }
      assertThat(page.evaluate("document.getElementById('next').disabled").asBoolean()).isTrue();
      page.evaluate("document.getElementById('back').click()");
      page.await("document.querySelector('main').dataset.step === '3'");
      assertThat(
              page.evaluate("document.querySelector('[aria-current=step]').innerText")
                  .stringValue())
          .contains("Transfer");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .doesNotContain("undefined", "NaN");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** A quick machine has the answer before the page hears of a run: the answer waits for that. */
  @Test
  void shouldMeasureAClaimAndTellHowFarItIs() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("claims")) {
      page.evaluate(
          """
          (() => {
            const card = document.querySelector('[data-claim="S2:300"], [data-claim^="S2:300"]');
            window.said = [];
            const real = fetch;
            window.fetch = async (path, request) => {
              const answer = await real(path, request);
              while (path === '/api/claim' && !window.said.join().includes(': run ')) await new Promise(resolve => setTimeout(resolve, 10));
              return answer;
            };
            new MutationObserver(() => window.said.push(card.innerText)).observe(card, {childList: true, subtree: true, characterData: true});
            card.querySelector('button').click();
          })()
          """);
      page.await("document.querySelector('.measured')");
      assertThat(page.evaluate("window.said.join()").stringValue())
          .contains("measuring S2:300")
          .contains(": run ");
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test
  void shouldMakeTheCheatSheet() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("cheat")) {
      page.evaluate("document.querySelector('button.main').click()");
      page.await(
          "Number(document.querySelector('main').dataset.rows) >= "
              + CheatSheetPage.claims().size());
      assertThat(page.evaluate("document.querySelector('.sheet').innerText").stringValue())
          .contains("MTU", "MRRS", "Measured")
          .doesNotContain("undefined", "NaN");
      assertThat(page.printedPages()).isEqualTo(1);
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test
  void shouldShowTheHistory() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("history")) {
      assertThat(page.evaluate("document.querySelector('.timeline').innerHTML").stringValue())
          .contains("1995 U-Net", "1996 Hamlyn", "2000", "2010", "2014");
      page.evaluate(
          "document.querySelectorAll('.timeline a')[1].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))");
      page.await("document.getElementById('event').innerText.includes('OSDI')");
      assertThat(page.evaluate("document.querySelector('main').innerText").stringValue())
          .doesNotContain("undefined", "[object");
      assertThat(page.errors()).isEmpty();
    }
  }
}
