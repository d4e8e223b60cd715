package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** That the documentation's example is the class beside this one, and works. */
final class HalvingTest {
  @Test
  void shouldBeWhatTheDocumentationShows() throws IOException {
    String docs = Files.readString(java.nio.file.Path.of("../docs/congestion-controls.md"));
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(docs);
    assertThat(block.find()).isTrue();
    String source =
        Files.readString(
            java.nio.file.Path.of("src/test/java/dev/headroom/congestion/Halving.java"));
    assertThat(source).endsWith(block.group(1));
  }

  @Test
  void shouldShareALink() {
    OneLink link = new OneLink(100, 12, 4096);
    link.markFrom = 150_000;
    link.markTo = 150_000;
    for (int i = 0; i < 4; i++) {
      link.start(100.0 * i, new Halving(Halving.Settings.defaults(), link.path));
    }
    link.run(5_000, 10_000);
    assertThat(link.totalGbps()).isGreaterThan(99);
    assertThat(link.fairness()).isGreaterThan(0.98);
  }
}
