package dev.headroom.wire.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Access to the files in which Linux shows its devices (sysfs). Not all is for everybody to see.
 */
public final class Sysfs {
  /** Its RDMA devices (Documentation/ABI/stable/sysfs-class-infiniband). */
  public static final Path RDMA = Path.of("/sys/class/infiniband");

  private Sysfs() {}

  /** What lies in a directory, by name; nothing where that cannot be said. */
  public static List<Path> list(Path directory) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
        entries.forEach(found::add);
      } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
        return List.of();
      }
    }
    found.sort(null);
    return found;
  }

  /** What a file says; empty where it says nothing or cannot be read. */
  public static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
