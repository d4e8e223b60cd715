package dev.headroom.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The main sources of all modules, as code without comments. */
final class Sources {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

  private Sources() {}

  /** Those whose code a pattern is found in: paths below {@code dev/headroom}, in order. */
  static List<String> with(Pattern pattern) throws IOException {
    Predicate<String> found = pattern.asPredicate();
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java/dev/headroom"))
          .filter(Files::isDirectory)
          .flatMap(top ->
              below(top)
                  .filter(file -> found.test(code(file)))
                  .map(file -> top.relativize(file).toString()))
          .map(file -> file.replace('\\', '/').replace(".java", ""))
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String code(Path file) {
    try {
      return COMMENT.matcher(Files.readString(file)).replaceAll("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
