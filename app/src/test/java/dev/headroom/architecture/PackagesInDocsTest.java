package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/architecture.md} names every package under its module, and none that is not there.
 */
final class PackagesInDocsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern SECTION = Pattern.compile("Inside `(\\w+)`.*");
  private static final Pattern ROW = Pattern.compile("\\| (`[\\w.]+`(?:, `[\\w.]+`)*) \\|.*");
  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  @Test
  void shouldNameEveryPackageAndNoOther() throws IOException {
    assertThat(named()).isEqualTo(existing());
  }

  /** Packages below those of the modules, as {@code sim.fabric}. */
  private static Set<String> existing() throws IOException {
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.toList()) {
        Path base = module.resolve("src/main/java/dev/headroom");
        Path top = base.resolve(module.getFileName());
        if (Files.isDirectory(top)) {
          try (Stream<Path> below = Files.walk(top)) {
            below
                .filter(folder -> Files.exists(folder.resolve("package-info.java")))
                .filter(folder -> !folder.equals(top))
                .map(folder -> base.relativize(folder).toString())
                .forEach(name -> packages.add(name.replace('/', '.')));
          }
        }
      }
    }
    return packages;
  }

  private static Set<String> named() throws IOException {
    Set<String> packages = new TreeSet<>();
    String module = "";
    for (String line : Files.readAllLines(ROOT.resolve("docs/architecture.md"))) {
      Matcher section = SECTION.matcher(line);
      Matcher row = ROW.matcher(line);
      if (section.matches()) {
        module = section.group(1);
      } else if (row.matches() && !module.isEmpty()) {
        Matcher name = NAME.matcher(row.group(1));
        while (name.find()) {
          packages.add(module + "." + name.group(1));
        }
      }
    }
    return packages;
  }
}
