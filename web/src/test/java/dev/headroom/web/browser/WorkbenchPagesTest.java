package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages that most people open, in a real browser: by keyboard, under the policy. */
final class WorkbenchPagesTest {
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

  private static void shouldBeClean(BrowserPage page) {
    assertThat(page.errors()).isEmpty();
    assertThat(workbench.server().failures()).isEmpty();
    assertThat(page.requests())
        .allMatch(address ->
            address.startsWith(workbench.server().origin() + "/")
                || address.startsWith("data:")
                || address.startsWith("blob:")
                || address.equals("about:blank"));
  }

  @Test
  void shouldNameProblemsAtTheirLineAndRun() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("workbench?example=incast-16.yaml")) {
      assertThat(page.evaluate("location.hash").stringValue()).doesNotContain("t=");
      page.await("document.querySelector('.preview svg')");
      page.evaluate(
          "document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()");
      page.type("fabrik: 1\n");
      page.await("document.querySelector('main').dataset.problems > 0");
      String told = page.evaluate("document.querySelector('.problems').innerText").stringValue();
      assertThat(told).contains("line 1", "fabrik", "fabric");
      assertThat(page.evaluate("document.querySelector('button.main').disabled").asBoolean())
          .isTrue();
      for (int key = 0; key < 10; key++) {
        page.press("Backspace", 8);
      }
      page.await("document.querySelector('main').dataset.problems === '0'");
      page.evaluate("document.querySelector('button.main').click()");
      page.await("document.querySelector('main').dataset.run === 'done'");
      assertThat(page.evaluate("document.querySelector('main').dataset.digest").stringValue())
          .isEqualTo(digest("incast-16.yaml"));
      page.await("document.querySelector('iframe.report')");
      page.reload(); // the address names the run: it is there again
      page.await("document.querySelector('iframe.report')");
      shouldBeClean(page);
    }
  }

  @Test
  void shouldFindTheDeadlockWithTheSlider() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("kmin?fabric=ring&kmin=45")) {
      page.await("document.querySelector('main').dataset.kmin === '45'");
      assertThat(page.evaluate("document.querySelector('main').dataset.state").stringValue())
          .isEqualTo("flows");
      page.evaluate("document.getElementById('kmin').focus()");
      page.press("ArrowRight", 39);
      page.await("document.querySelector('main').dataset.kmin === '50'");
      assertThat(page.evaluate("document.querySelector('main').dataset.state").stringValue())
          .isEqualTo("deadlock");
      assertThat(page.evaluate("document.querySelector('.verdict').innerText").stringValue())
          .contains("Deadlock: 5 pauses wait for each other");
      assertThat(page.evaluate("document.querySelector('main').dataset.digest").stringValue())
          .isEqualTo(
              digest(
                  "ring-deadlock.yaml",
                  "congestion=dcqcn",
                  "workload.size=4MiB",
                  "congestion.kmin=50KB",
                  "congestion.kmax=200KB",
                  "congestion.pmax=0.2",
                  "fabric.switches.buffer=4MiB"));
      shouldBeClean(page);
    }
  }

  private static String digest(String example, String... sets) throws IOException {
    String text = Files.readString(Path.of("..", "examples", example));
    return ScenarioReader.read(text, example, List.of(sets)) instanceof ScenarioReader.Good good
        ? ScenarioRun.of(good.scenario()).run(RunListener.NONE).result().digest()
        : "";
  }
}
