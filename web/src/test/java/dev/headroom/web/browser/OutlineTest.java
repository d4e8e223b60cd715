package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a screen reader goes through on each page: landmarks, headings and named controls, as the
 * browser's accessibility tree has them, beside files of it. {@code -Dheadroom.golden=update}
 * writes the files anew.
 */
@Tag("whole")
final class OutlineTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/headroom/web/browser/outline");

  private static final int MOST_TRIES = 60;

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
  @CsvSource(
      delimiter = '|',
      value = {
        "workbench | main.dataset.problems === '0' && document.querySelector('.preview svg')",
        "kmin | main.dataset.swept === '20'",
        "tcp | main.dataset.state === 'done'",
        "spraying | main.dataset.state === 'done'",
        "rails | main.dataset.measured === '13'",
        "path | main.dataset.part",
        "register | true",
        "audit | true",
        "fleet | true",
        "proof | true",
        "claims | true",
        "cheat | true",
        "glossary | true",
        "history | true"
      })
  void shouldBeTheOutlineThatIsKept(String name, String condition)
      throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open(name)) {
      page.await(condition.replace("main.", "document.querySelector('main')."));
      String outline = settled(page);
      Path file = FOLDER.resolve(name + ".txt");
      if ("update".equals(System.getProperty("headroom.golden"))) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, outline);
      }
      assertThat(outline).contains("main\n", "heading 1 ", "navigation");
      assertThat(outline)
          .as("outline of %s; -Dheadroom.golden=update takes it", name)
          .isEqualTo(Files.readString(file));
    }
  }

  /** The outline once all that the page asked for has come, and it is three times the same. */
  private static String settled(BrowserPage page) throws InterruptedException {
    String outline = PageOutline.of(page);
    int same = 0;
    for (int tries = 0; same < 2 && tries < MOST_TRIES; tries++) {
      Thread.sleep(300);
      String now = PageOutline.of(page);
      same = page.isServed() && now.equals(outline) ? same + 1 : 0;
      outline = now;
    }
    return outline;
  }
}
