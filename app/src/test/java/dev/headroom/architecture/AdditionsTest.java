package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void shouldTouchTheFilesThatArePromised(String example, Set<String> promised) throws IOException {
    assertThat(Sources.with(Pattern.compile("\\b" + example + "\\b")))
        .containsExactlyElementsOf(promised);
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
}
