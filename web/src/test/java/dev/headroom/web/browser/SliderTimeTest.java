package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.web.server.TestServer;
import java.io.IOException;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;

/**
 * Time from an input at the slider to the frame that shows its run, for {@code bench/RESULTS.md}:
 * three sweeps over the ring of five switches, the last of them warm. It measures and judges
 * nothing.
 */
@EnabledIfSystemProperty(
    named = "headroom.timing",
    matches = "true",
    disabledReason = "it only measures: -Dheadroom.timing=true")
final class SliderTimeTest {
  /**
   * The page sets its data in the frame in which it has drawn; a message that is posted then comes
   * after that frame was painted.
   */
  private static final String SWEEP =
      """
      (async () => {
        const slider = document.getElementById('kmin'), main = document.querySelector('main');
        const painted = kmin => new Promise(done => {
          const watch = new MutationObserver(() => {
            if (main.dataset.kmin !== kmin) return;
            watch.disconnect();
            const {port1, port2} = new MessageChannel();
            port1.onmessage = () => done(performance.now());
            port2.postMessage(null);
          });
          watch.observe(main, {attributes: true, attributeFilter: ['data-milliseconds']});
        });
        const times = [];
        performance.clearResourceTimings();
        for (let i = 0; i < 20; i++) {
          await new Promise(done => setTimeout(done, 50));
          const began = performance.now(), shown = painted(String(5 + 5 * i));
          slider.value = i;
          slider.dispatchEvent(new Event('input'));
          times.push(await shown - began);
        }
        const asked = performance.getEntriesByType('resource').filter(each => each.name.endsWith('/api/live')).map(each => each.duration);
        return [times, asked];
      })()
      """;

  @Test
  void shouldMeasureTheSlider() throws IOException, InterruptedException {
    try (DevTools browser = DevTools.start();
        TestServer server = TestServer.start();
        BrowserPage page = browser.newPage(1400, false)) {
      page.go(server.server().addressWithToken());
      page.await("document.querySelector('main').dataset.page");
      page.go(server.origin() + "/#/kmin?fabric=ring&kmin=100");
      page.await("document.querySelector('main').dataset.swept === '20'");
      for (int sweep = 1; sweep <= 4; sweep++) {
        JsonNode times = page.evaluate(SWEEP);
        System.out.printf(
            "sweep %d: %s; of these the answer %s%n",
            sweep, inWords(times.path(0)), inWords(times.path(1)));
      }
    }
  }

  private static String inWords(JsonNode times) {
    double[] millis =
        StreamSupport.stream(times.spliterator(), false)
            .mapToDouble(JsonNode::asDouble)
            .sorted()
            .toArray();
    assertThat(millis).hasSize(20);
    return "median %.0f, p90 %.0f, max %.0f ms"
        .formatted((millis[9] + millis[10]) / 2, millis[17], millis[19]);
  }
}
