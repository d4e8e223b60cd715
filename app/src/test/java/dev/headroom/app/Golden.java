package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reference files beside the tests. Run the tests with {@code -Dheadroom.golden=update} to take
 * what they find as right; then look at the difference.
 */
public final class Golden {
  private static final Path ROOT = Path.of("src/test/resources/dev/headroom/app");

  private Golden() {}

  /** Compares a text with a file, or writes the file. */
  public static void check(String name, String text) throws IOException {
    Path file = ROOT.resolve(name);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
