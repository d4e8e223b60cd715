package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where inputs and results of other simulators lie. */
final class ReferenceData {
  private ReferenceData() {}

  /** A folder of them; the test is skipped, saying so, where it is absent. */
  static Path folder(String name) {
    Path folder = checkout().resolveSibling("shared").resolve("reference").resolve(name);
    assumeTrue(Files.isDirectory(folder), "no reference data in ../shared/reference/" + name);
    return folder;
  }

  private static Path checkout() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
      assertThat(folder).as("the root of the checkout").isNotNull();
    }
    return folder;
  }

  /** Whether to run as many seeds as the published figures stand for. */
  static boolean full() {
    return "full".equals(System.getProperty("headroom.validation"));
  }
}
