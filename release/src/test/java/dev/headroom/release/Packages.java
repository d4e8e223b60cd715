package dev.headroom.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Packages that the phase before the tests made. */
final class Packages {
  static final Path FOLDER = Path.of(System.getProperty("headroom.release", "target/packages"));
  static final String VERSION = System.getProperty("headroom.version", "");

  private Packages() {}

  static Path of(String ending) {
    return all().stream()
        .filter(each -> each.getFileName().toString().endsWith(ending))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no package " + ending + " in " + FOLDER));
  }

  /** Folder from which the packages of this platform were made. */
  static Path installation() {
    return FOLDER.resolve("headroom-" + VERSION + "-" + Platform.host().name());
  }

  static List<Path> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
