package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.web.server.TestServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

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
  /** The frame after the one in which the page has drawn is the first that comes after it. */
  private static final String SWEEP =
      """
      (async () => {
        const slider = document.getElementById('kmin'), main = document.querySelector('main');
        const frame = () => new Promise(done => requestAnimationFrame(done));
        const times = [];
        for (let i = 0; i < 20; i++) {
          await frame();
          const began = performance.now();
          slider.value = i;
          slider.dispatchEvent(new Event('input'));
          while (main.dataset.kmin !== String(5 + 5 * i)) await frame();
          await frame();
          times.push(performance.now() - began);
        }
        return times;
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
        double[] millis =
            StreamSupport.stream(page.evaluate(SWEEP).spliterator(), false)
                .mapToDouble(each -> each.asDouble())
                .sorted()
                .toArray();
        assertThat(millis).hasSize(20);
        System.out.printf(
            "sweep %d: median %.0f, p90 %.0f, max %.0f ms %s%n",
            sweep,
            (millis[9] + millis[10]) / 2,
            millis[17],
            millis[19],
            Arrays.toString(Arrays.stream(millis).mapToLong(Math::round).toArray()));
      }
    }
  }
}
