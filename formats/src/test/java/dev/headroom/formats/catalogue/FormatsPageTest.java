package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The tables of docs/formats.md: kinds, and how much of each is understood. */
final class FormatsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "formats.md");
  private static final String BEGIN = "<!-- kinds -->\n";
  private static final String END = "<!-- end -->\n";

  @Test
  void shouldListEveryKind() throws IOException {
    Assumptions.assumeFalse(
        "update".equals(System.getProperty("headroom.golden")), "it is written anew");

    assertThat(
            table().lines().skip(2).takeWhile(line -> !line.isEmpty()).map(FormatsPageTest::kind))
        .containsExactlyElementsOf(FormatCatalogue.kinds().stream().map(FormatKind::id).toList());
  }

  @Test
  void shouldSayHowMuchIsUnderstood() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(Fixtures.FOLDER), "the fixtures are not here");
    String counted = counted();
    if ("update".equals(System.getProperty("headroom.golden"))) {
      String page = Files.readString(PAGE);
      Files.writeString(
          PAGE,
          page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
              + counted
              + page.substring(page.indexOf(END)));
    }

    assertThat(table()).isEqualTo(counted);
  }

  private static String kind(String row) {
    return row.split("`")[1];
  }

  /** The text of the cell in Markdown: {@code *} and {@code _} stand for themselves. */
  private static String cell(String text) {
    return text.replaceAll("[|*_<]", "\\\\$0");
  }

  @Test
  void shouldEscapeWhatMarkdownReads() {
    assertThat(cell("grep . /proc/irq/*/a_b | head -n <N>"))
        .isEqualTo("grep . /proc/irq/\\*/a\\_b \\| head -n \\<N>");
  }

  private static String table() throws IOException {
    String page = Files.readString(PAGE);
    return page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END));
  }

  private static String counted() throws IOException {
    Map<String, int[]> counts = new HashMap<>();
    for (Path file : Fixtures.files()) {
      try (InputStream in = Files.newInputStream(file)) {
        for (FormatSection section :
            FormatCatalogue.reader().read(FactSource.of(file.toString()), in).sections()) {
          int[] count = counts.computeIfAbsent(section.kind().id(), _ -> new int[4]);
          count[0]++;
          count[1] += section.facts();
          count[2] += section.ignored();
          count[3] += section.unrecognized().size();
        }
      }
    }
    List<String> rows = new ArrayList<>(List.of("| kind | what it is | from |", "|---|---|---|"));
    for (FormatKind kind : FormatCatalogue.kinds()) {
      rows.add(
          "| `%s` | %s | %s |"
              .formatted(kind.id(), cell(kind.description()), cell(kind.command())));
    }
    rows.addAll(
        List.of(
            "",
            "| kind | files | lines with facts | ignored | not understood | understood |",
            "|---|---|---|---|---|---|"));
    for (FormatKind kind : FormatCatalogue.kinds()) {
      int[] count = counts.get(kind.id());
      if (count != null) {
        rows.add(row(kind.id(), count));
      }
    }
    return String.join("\n", rows) + "\n";
  }

  private static String row(String id, int[] count) {
    int told = count[1] + count[3];
    return "| `%s` | %d | %d | %d | %d | %s |"
        .formatted(
            id,
            count[0],
            count[1],
            count[2],
            count[3],
            told == 0 || count[1] == 0
                ? "–"
                : String.format(Locale.ROOT, "%.1f %%", 100.0 * count[1] / told));
  }
}
