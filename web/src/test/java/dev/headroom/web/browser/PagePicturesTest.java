package dev.headroom.web.browser;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of pages for the documentation, made anew: {@code docs/images/serve-NAME.png}. */
@EnabledIfSystemProperty(
    named = "headroom.pictures",
    matches = "true",
    disabledReason = "it only draws: -Dheadroom.pictures=true")
final class PagePicturesTest {
  private static final int WIDTH = 1_240;
  private static final int MARGIN = 16;

  /** The height of a picture that does not end below a panel. */
  private static final int PART = 1_200;

  private static final Path IMAGES = Path.of("..", "docs", "images");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "threshold | kmin?fabric=ring&kmin=50 | main.dataset.swept === '20' | | main > .cols",
        "spraying | spraying | main.dataset.state === 'done' | | main > section:nth-of-type(2)",
        "tcp | tcp | main.dataset.state === 'done' | | main > section:nth-of-type(2)",
        "workbench | workbench?example=incast-16.yaml | main.dataset.run === 'done' && document.querySelector('iframe.report')?.style.height | document.querySelector('button.main').click() |"
      })
  void shouldDraw(String name, String address, String condition, String before, String last)
      throws IOException, InterruptedException {
    try (OpenWorkbench workbench = OpenWorkbench.start(Duration.ofMinutes(2));
        BrowserPage page = workbench.open(address, WIDTH, false)) {
      if (before != null) {
        page.await("!document.querySelector('button.main').disabled");
        page.evaluate(before);
      }
      page.await(condition.replace("main.", "document.querySelector('main')."));
      Thread.sleep(1_000); // fonts and frames
      page.screenshot(
          IMAGES.resolve("serve-" + name + ".png"),
          last == null ? PART : bottom(page, last) + MARGIN);
    }
  }

  private static int bottom(BrowserPage page, String panel) {
    return page.evaluate(
            "Math.ceil(document.querySelector('%s').getBoundingClientRect().bottom)"
                .formatted(panel))
        .asInt();
  }
}
