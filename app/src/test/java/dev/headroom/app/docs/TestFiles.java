package dev.headroom.app.docs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tables beside the tests of the docs. */
final class TestFiles {
  private TestFiles() {}

  /** The lines of a table, without comments, cut into cells. */
  static List<List<String>> rows(String name) throws IOException {
    try (InputStream in = TestFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split("\t", -1)))
          .toList();
    }
  }
}
