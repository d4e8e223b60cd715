package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of README and docs lead to files that are there, and to headings that are in them. */
final class LinksInDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int seen = 0;
    for (Path page : pages()) {
      for (String link : links(page)) {
        seen++;
        if (!leadsSomewhere(page, link)) {
          broken.add(ROOT.relativize(page) + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(seen).isGreaterThan(100);
  }

  @Test
  void everyPageIsReachedFromTheReadme() throws IOException {
    Set<Path> reached = new HashSet<>();
    List<Path> todo = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    while (!todo.isEmpty()) {
      Path page = todo.removeLast();
      if (reached.add(page)) {
        for (String link : links(page)) {
          Path target = target(page, link);
          if (target.toString().endsWith(".md") && Files.exists(target)) {
            todo.add(target);
          }
        }
      }
    }
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      assertThat(docs.filter(file -> file.toString().endsWith(".md"))).isSubsetOf(reached);
    }
  }

  @Test
  void anchorsAreMadeAsCodeHostsMakeThem() {
    assertThat(anchors("# A `--flag`: what's *new*?\n## Twice\n## Twice\n```\n# no heading\n```\n"))
        .containsExactlyInAnyOrder("a---flag-whats-new", "twice", "twice-1");
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    Path target = target(page, link);
    int hash = link.indexOf('#');
    return Files.exists(target)
        && (hash < 0
            || !target.toString().endsWith(".md")
            || anchors(Files.readString(target)).contains(link.substring(hash + 1)));
  }

  private static Path target(Path page, String link) {
    String file = link.replaceAll("#.*", "");
    return file.isEmpty() ? page : page.resolveSibling(file).normalize();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder :
        List.of(".", "docs", "docs/model", "docs/tutorials", "docs/validation", "bench")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder).normalize())) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  /** Links into the repository; what is code is none. */
  private static List<String> links(Path page) throws IOException {
    String text = withoutBlocks(Files.readString(page)).replaceAll("`[^`\\n]*`", "code");
    return LINK.matcher(text)
        .results()
        .map(link -> link.group(1))
        .filter(link -> !link.matches("[a-z]+:.*"))
        .toList();
  }

  /** As GitHub names headings: lower case, words joined, equal ones numbered. */
  private static Set<String> anchors(String text) {
    Map<String, Integer> counts = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (MatchResult heading : HEADING.matcher(withoutBlocks(text)).results().toList()) {
      String name =
          heading
              .group(1)
              .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}_ -]", "")
              .replace(' ', '-');
      int before = counts.merge(name, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? name : name + "-" + before);
    }
    return anchors;
  }

  private static String withoutBlocks(String text) {
    return text.replaceAll("(?ms)^```.*?^```$", "");
  }
}
