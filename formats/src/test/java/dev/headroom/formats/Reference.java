package dev.headroom.formats;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/** Inputs and results of other simulators, which lie beside the checkout and not in it. */
public final class Reference {
  private Reference() {}

  /** A folder of them; the test is skipped, saying so, where it is absent. */
  public static Path folder(String name) {
    Path folder = root().resolveSibling("shared").resolve("reference").resolve(name);
    assumeTrue(Files.isDirectory(folder), "no reference data in ../shared/reference/" + name);
    return folder;
  }

  /** What a test does with one of them. */
  @FunctionalInterface
  public interface OfFile {
    void test(Path file) throws Exception;
  }

  /**
   * A test for each file of a folder whose name matches; one that is skipped where it is absent.
   */
  public static List<DynamicTest> each(String folder, String regex, OfFile test) {
    try {
      return files(folder, regex).stream()
          .map(
              file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> test.test(file)))
          .toList();
    } catch (TestAbortedException absent) {
      return List.of(
          DynamicTest.dynamicTest(
              folder,
              () -> {
                throw absent;
              }));
    }
  }

  private static List<Path> files(String folder, String regex) {
    try (Stream<Path> files = Files.list(folder(folder))) {
      return files.filter(file -> file.getFileName().toString().matches(regex)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The root of the checkout. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
