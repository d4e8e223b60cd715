package dev.headroom.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Sizes of what people have to find their way in: files of a package, classes of a cycle, lines of
 * a method. The figures go to {@code target/structure.txt}; {@code bench/structure} prints them.
 */
final class StructureTest {
  private static final int MOST_FILES = 45;
  private static final int MOST_IN_CYCLE = 14;
  private static final int MOST_LINES = 80;

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> FIGURES = new ArrayList<>();

  @AfterAll
  static void write() throws IOException {
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target/structure.txt"), FIGURES);
  }

  private static List<Path> modules(String below) throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .map(folder -> folder.resolve(below))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : modules("src/main/java")) {
      try (Stream<Path> files = Files.walk(module)) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    return sources;
  }

  @Test
  void shouldHavePackagesThatPeopleCanLookThrough() throws IOException {
    Map<String, Long> files =
        sources().stream()
            .collect(
                Collectors.groupingBy(
                    file ->
                        ROOT.relativize(file.getParent())
                            .toString()
                            .replaceAll("src/main/java/dev/headroom/", ""),
                    TreeMap::new,
                    Collectors.counting()));
    long lines = 0;
    for (Path source : sources()) {
      try (Stream<String> all = Files.lines(source)) {
        lines += all.count();
      }
    }
    FIGURES.add(
        "%d lines of main code in %d files and %d packages"
            .formatted(lines, sources().size(), files.size()));
    files.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(10)
        .forEach(
            each -> FIGURES.add("package %s: %d files".formatted(each.getKey(), each.getValue())));
    files.values().removeIf(count -> count <= MOST_FILES);
    assertThat(files).isEmpty();
  }

  @Test
  void shouldTieNoKnotsOfClasses() throws IOException {
    List<List<String>> cycles = ClassCycles.in(modules("target/classes"));
    cycles.stream()
        .limit(5)
        .forEach(cycle ->
            FIGURES.add(
                "cycle of %d classes: %s".formatted(cycle.size(), String.join(" ", cycle))));
    assertThat(cycles).isNotEmpty().allMatch(cycle -> cycle.size() <= MOST_IN_CYCLE);
  }

  @Test
  void shouldHaveMethodsThatFitOnAScreen() throws IOException {
    List<LongMethods.Sized> methods = LongMethods.in(sources());
    methods.stream()
        .limit(10)
        .forEach(
            method -> FIGURES.add("method %s: %d lines".formatted(method.name(), method.lines())));
    assertThat(methods)
        .hasSizeGreaterThan(10_000)
        .filteredOn(method -> method.lines() > MOST_LINES)
        .isEmpty();
  }
}
