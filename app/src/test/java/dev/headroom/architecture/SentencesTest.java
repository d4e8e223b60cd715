package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The sentences of README and docs are short. The figures of each page go to {@code
 * target/sentences.txt}; {@code bench/sentences} prints them.
 */
final class SentencesTest {
  private static final double MOST_WORDS = 20;

  @Test
  void shouldHavePagesOfShortSentences() throws IOException {
    List<String> figures = new ArrayList<>();
    List<String> tooLong = new ArrayList<>();
    for (Sentences.Page page : Sentences.pages(Path.of(".."))) {
      figures.add(page.figures());
      if (!page.generated() && page.meanWords() >= MOST_WORDS) {
        tooLong.add(
            page.longest(10).stream()
                .map(sentence -> "\n  " + sentence)
                .collect(Collectors.joining("", page.figures(), "")));
      }
    }
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target/sentences.txt"), figures);
    assertThat(tooLong).isEmpty();
    assertThat(figures).hasSizeGreaterThan(20);
  }

  @Test
  void shouldCountSentencesWhereTheyEnd() {
    Sentences.Page page =
        Sentences.of(
            "page",
            false,
            List.of(
                "# A heading. It is none",
                "A [link of words](page.md) and `code. With spaces`, e.g. this, 3.5 us. The second",
                "one?",
                "Another",
                "",
                "- an item",
                "  that goes on",
                "- one more",
                "",
                "| a table. With a dot | %s |".formatted("x".repeat(301)),
                "|---|---|",
                "",
                "    code. Indented",
                "",
                "    and more",
                "",
                "```",
                "code. In a block",
                "```"));
    assertThat(page.sentences())
        .extracting(sentence -> sentence.line() + " " + sentence.words())
        .containsExactly("2 10", "2 3", "4 1", "6 5", "8 2");
    assertThat(page.tables()).isEqualTo(1);
    assertThat(page.wideCells()).isEqualTo(1);
    assertThat(page.codeBlocks()).isEqualTo(2);
    assertThat(page.headings()).isEqualTo(1);
    assertThat(page.meanWords()).isEqualTo(21 / 5.0);
    assertThat(page.longest(1).getFirst().text())
        .startsWith("A link of words and `code_With_spaces`");
  }
}
