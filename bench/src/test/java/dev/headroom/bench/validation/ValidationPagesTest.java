package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The figures of docs/validation.md and its pages are those of docs/validation/data, which the
 * measuring tests compare with what they measure. A page has them between {@code <!-- FIGURE -->}
 * and {@code <!-- end -->}, where FIGURE is one of those of {@link ResultFigures}. {@code
 * -Dheadroom.golden=update} writes them anew.
 */
final class ValidationPagesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path DATA = DOCS.resolve("validation/data");
  private static final Pattern FIGURE =
      Pattern.compile(
          "(<!-- (table|rows|worst|largest|value) (.+?) -->)(.*?)(<!-- end -->)", Pattern.DOTALL);

  /** Some columns of a table. */
  private static final Pattern PART = Pattern.compile("<!-- table (\\S+) / ([\\d ]+) -->");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> pages = Files.list(DOCS.resolve("validation"))) {
      return Stream.concat(
              Stream.of(DOCS.resolve("validation.md")),
              pages.filter(page -> page.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  private static List<Path> data() throws IOException {
    try (Stream<Path> files = Files.list(DATA)) {
      return files.sorted().toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".tsv", "");
  }

  @Test
  void shouldShowTheFiguresOfTheData() throws IOException {
    ResultFigures figures = ResultFigures.read(data());
    for (Path page : pages()) {
      String text = Files.readString(page);
      String right =
          FIGURE
              .matcher(text)
              .replaceAll(each ->
                  Matcher.quoteReplacement(
                      each.group(1)
                          + figures.figure(each.group(2), each.group(3))
                          + each.group(5)));
      if ("update".equals(System.getProperty("headroom.golden"))) {
        Files.writeString(page, right);
      }
      assertThat(Files.readString(page)).as("%s", page).isEqualTo(right);
    }
  }

  /** As a table, or by a link to its file. */
  @Test
  void shouldShowOrLinkEveryTable() throws IOException {
    String all = "";
    for (Path page : pages()) {
      all += Files.readString(page);
    }
    for (Path file : data()) {
      String name = name(file);
      assertThat(
              all.contains("<!-- table " + name + " -->")
                  || all.contains("<!-- table " + name + " / ")
                  || all.contains("(data/" + name + ".tsv)"))
          .as("a page shows or links %s", file)
          .isTrue();
    }
  }

  /** A wide table is several tables on its page, which together have all columns. */
  @Test
  void shouldShowEachColumnOfATableInParts() throws IOException {
    Map<String, Set<String>> shown = new TreeMap<>();
    for (Path page : pages()) {
      PART.matcher(Files.readString(page))
          .results()
          .forEach(part ->
              shown
                  .computeIfAbsent(part.group(1), _ -> new TreeSet<>())
                  .addAll(List.of(part.group(2).split(" "))));
    }
    assertThat(shown).isNotEmpty();
    for (Map.Entry<String, Set<String>> each : shown.entrySet()) {
      int columns =
          Files.readAllLines(DATA.resolve(each.getKey() + ".tsv")).get(1).split("\t", -1).length;
      assertThat(each.getValue())
          .as(each.getKey())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.rangeClosed(1, columns).mapToObj(String::valueOf).toList());
    }
  }

  /** The test that a file names is there, and has the file's name in its source. */
  @Test
  void shouldHaveATestThatMeasuresEachTable() throws IOException {
    List<String> unmeasured = new ArrayList<>();
    for (Path file : data()) {
      String test = Files.readAllLines(file).getFirst().replace("# ", "");
      List<Path> sources =
          Stream.of(
                  "unit",
                  "congestion",
                  "model",
                  "sim",
                  "run",
                  "formats",
                  "wire",
                  "audit",
                  "tune",
                  "prove",
                  "web",
                  "app",
                  "bench")
              .map(module ->
                  Path.of("..", module, "src/test/java", test.replace('.', '/') + ".java"))
              .filter(Files::exists)
              .toList();
      if (sources.size() != 1
          || !Files.readString(sources.getFirst()).contains('"' + name(file) + '"')) {
        unmeasured.add(file + ": " + test);
      }
    }
    assertThat(unmeasured).isEmpty();
  }
}
