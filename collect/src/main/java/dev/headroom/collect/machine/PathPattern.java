package dev.headroom.collect.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Path pattern with a shell's matching: paths sorted by bytes, without names that begin with a dot.
 */
public final class PathPattern {
  private PathPattern() {}

  /**
   * Paths that are there.
   *
   * @param pattern with or without a leading slash; {@code *} and {@code [...]} stand within a name
   */
  public static List<Path> matches(Path root, String pattern) {
    List<Path> found = List.of(root);
    for (String part : pattern.split("/")) {
      if (!part.isEmpty()) {
        found = found.stream().flatMap(folder -> in(folder, part).stream()).toList();
      }
    }
    return found;
  }

  private static List<Path> in(Path folder, String part) {
    if (part.indexOf('*') < 0 && part.indexOf('[') < 0) {
      Path path = folder.resolve(part);
      return Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? List.of(path) : List.of();
    }
    Pattern fits = Pattern.compile(part.replace(".", "\\.").replace("*", ".*"));
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!name.startsWith(".") && fits.matcher(name).matches()) {
          found.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Not a folder, or not ours to read: nothing of it fits.
      return List.of();
    }
    found.sort(Comparator.comparing(Path::toString));
    return found;
  }
}
