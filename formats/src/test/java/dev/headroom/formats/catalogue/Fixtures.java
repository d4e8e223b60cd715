package dev.headroom.formats.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Published output of real machines, where somebody keeps it beside the repository. */
final class Fixtures {
  static final Path FOLDER = Path.of("..", "..", "shared", "fixtures");

  private Fixtures() {}

  /** Without the notes on where each comes from. */
  static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.getNameCount() > FOLDER.getNameCount() + 1)
          .filter(file -> !file.toString().endsWith(".source"))
          .sorted()
          .toList();
    }
  }
}
