package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code docs/architecture.md} says of the files that an addition touches: those and no others
 * name the example of each kind.
 */
final class AdditionsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern ROW =
      Pattern.compile("\\| [a-z ]+ \\| `(\\w+)` \\| (`\\w+/.*`) \\|");
  private static final Pattern FILE = Pattern.compile("`([\\w/]+)`");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void shouldTouchTheFilesThatArePromised(String example, Set<String> promised) throws IOException {
    Pattern name = Pattern.compile("\\b" + example + "\\b");
    Set<String> found = new TreeSet<>();
    for (Path source : sources()) {
      String code = COMMENT.matcher(Files.readString(source)).replaceAll("");
      if (name.matcher(code).find()) {
        String file = source.toString().replace('\\', '/');
        found.add(file.substring(file.indexOf("dev/headroom/") + 13, file.length() - 5));
      }
    }
    assertThat(found).isEqualTo(promised);
  }

  static Stream<Arguments> examples() throws IOException {
    Matcher row = ROW.matcher(Files.readString(ROOT.resolve("docs/architecture.md")));
    return row
        .results()
        .map(each -> Arguments.of(each.group(1), files(each.group(2))))
        .toList()
        .stream();
  }

  private static Set<String> files(String text) {
    return FILE.matcher(text)
        .results()
        .map((MatchResult file) -> file.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Iterable<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java/dev/headroom"))
          .filter(Files::isDirectory)
          .flatMap(AdditionsTest::below)
          .filter(file -> file.toString().endsWith(".java"))
          .toList();
    }
  }

  private static Stream<Path> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
