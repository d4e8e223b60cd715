package dev.headroom.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on folders: the same order, times and permissions each time. */
final class FileTree {
  private FileTree() {}

  /** Everything below a folder, without the folder, in the order of the paths. */
  static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(each -> !each.equals(folder))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path each : below(folder).reversed()) {
        Files.delete(each);
      }
      Files.delete(folder);
    }
  }

  /**
   * Gives everything one modification time, folders and programs the permissions 755 and other
   * files 644.
   */
  static void settle(Path folder, Instant time) throws IOException {
    for (Path each : below(folder).reversed()) {
      settle(each, time, isProgram(each));
    }
    settle(folder, time, true);
  }

  private static void settle(Path file, Instant time, boolean executable) throws IOException {
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  /** Whether the file is a folder, a program of a folder {@code bin}, or a helper of Java's. */
  static boolean isProgram(Path file) {
    Path parent = file.getParent();
    String name = file.getFileName().toString();
    return Files.isDirectory(file)
        || (parent != null && parent.endsWith("bin"))
        || name.equals("jspawnhelper")
        || name.equals("jexec");
  }
}
