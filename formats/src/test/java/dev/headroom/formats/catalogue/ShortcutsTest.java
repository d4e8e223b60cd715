package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.read.Shortcuts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is looked at before a reader or a pattern is asked must keep no line from it. */
final class ShortcutsTest {
  private static final Shortcuts SHORTCUTS = new Shortcuts(FormatCatalogue.READERS);

  @Tag("whole")
  @Test
  void shouldHaveAClueInEveryLineThatABlockBeginsAt() throws IOException {
    for (String text : texts()) {
      assertThat(SHORTCUTS.startsWithoutClue(text)).isEmpty();
    }
  }

  @Test
  void shouldAskEveryPatternThatTakesALine() throws IOException {
    for (String text : texts()) {
      assertThat(Shortcuts.ignoredUnasked(text)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "  int x = 3;",
        "} ",
        " src/main.c | 12 ++--",
        "diff --git a/x b/x",
        "@@ -1,3 +1,4 @@",
        "--- a/x",
        "+++ b/x",
        "index 0123456..789abcd 100644",
        "mpirun -np 8 \\",
        "mpirun -np 8 \\ ",
        "10 of them are there, too",
        "1: it's (not `so, bad",
        "=> 网络很慢",
        "| a | b | c | 3 +-"
      })
  void shouldAskEveryPatternThatTakesALine(String line) {
    assertThat(Shortcuts.ignoredUnasked(line)).isEmpty();
  }

  /** Sources of these tests are full of what tools print, beside all that the fixtures have. */
  private static List<String> texts() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(Path.of("src", "test"))) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    if (Files.isDirectory(Fixtures.FOLDER)) {
      files.addAll(Fixtures.files());
    }
    List<String> texts = new ArrayList<>();
    for (Path file : files) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      texts.add(file.toString().endsWith(".java") ? unindented(text) : text);
    }
    return texts;
  }

  /** Java's blocks of text as readers would have them. */
  private static String unindented(String source) {
    StringBuilder texts = new StringBuilder();
    boolean[] in = new boolean[1];
    StringBuilder block = new StringBuilder();
    source
        .lines()
        .forEach(line -> {
          if (line.contains("\"\"\"")) {
            texts.append(block.toString().stripIndent()).append('\n');
            block.setLength(0);
            in[0] = !in[0];
          } else if (in[0]) {
            block.append(line).append('\n');
          }
        });
    return texts.toString();
  }
}
