package dev.headroom.formats.catalogue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A small text of our own in one of the formats; its file is named {@code kind=name}, where two
 * underscores stand for a slash.
 */
record Sample(String kind, String name, String text) {

  static List<Sample> all() {
    try {
      Path folder =
          Path.of(
              Objects.requireNonNull(Sample.class.getResource("/dev/headroom/formats/samples"))
                  .toURI());
      try (Stream<Path> files = Files.list(folder)) {
        return files.sorted().map(Sample::of).toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Sample of(Path file) {
    String[] parts = file.getFileName().toString().split("=", 2);
    try {
      return new Sample(parts[0], parts[1].replace("__", "/"), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Which of all samples. */
  String title() {
    return kind + "=" + name;
  }

  @Override
  public String toString() {
    return kind;
  }
}
