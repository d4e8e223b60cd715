package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.tune.study.StudyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a search in a browser, at 20 and at 2,000 settings. */
final class TunePageTest {
  private static final int PICTURES = 3;

  @TempDir private Path temporary;

  @ParameterizedTest
  @ValueSource(ints = {20, 2_000})
  void shouldDrawTheFront(int settings) throws IOException, InterruptedException {
    StudyResult result = MadeSearch.of(settings);
    String page = TunePage.of(result, MadeSearch.scenario());
    Browser.Page drawn = Browser.open(Files.writeString(temporary.resolve("tune.html"), page));

    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("Each mark is one setting, " + (settings == 20 ? "20" : "2,000") + " in all")
        .contains("completion (less is better)")
        .contains("deepest queue (less is better)")
        .contains("Settings of the front")
        .contains("Knobs that matter");
    // thousands of settings are a path for each picture; those of the front are marks of their own
    int front = result.search().front().size();
    assertThat(front).isGreaterThan(1);
    assertThat(drawn.count("class=\"others\"")).isEqualTo(PICTURES);
    assertThat(drawn.count("r=\"4\" fill=\"var\\(--accent\\)\""))
        .isEqualTo(PICTURES * front + 1); // and one in the key
    assertThat(drawn.count("<circle")).isLessThan(PICTURES * front + 200);
  }
}
