package dev.headroom.wire;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Captures of the Linux kernel's soft-RoCE and soft-iWARP, which lie beside the checkout. */
public final class Captures {
  private Captures() {}

  /** All of them, sorted; the test is skipped, saying so, where they are absent. */
  public static List<Path> all() {
    Path folder = folder();
    assumeTrue(Files.isDirectory(folder), "no captures in ../shared/pcap");
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".pcap")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of them. */
  public static Path of(String name) {
    Path file = folder().resolve(name);
    assumeTrue(Files.exists(file), "no ../shared/pcap/" + name);
    return file;
  }

  private static Path folder() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder.resolveSibling("shared").resolve("pcap");
  }
}
