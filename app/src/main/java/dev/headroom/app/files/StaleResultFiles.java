package dev.headroom.app.files;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stale result files of an earlier run in the same folder, which would be mistaken for new results.
 * A list in the folder says what a run wrote, with size and time, so that nothing goes that
 * somebody else put there or has changed since.
 */
final class StaleResultFiles {
  private static final String LIST = ".headroom-files";

  private StaleResultFiles() {}

  /** Removes what only the run before wrote, and lists what this one did. */
  static void replace(Path folder, Set<String> written) throws IOException {
    for (String line : listed(folder)) {
      String name = line.substring(line.lastIndexOf('\t') + 1);
      if (!written.contains(name)
          && isPlain(name)
          && isFile(folder, name)
          && line.equals(entry(folder, name))) {
        Files.delete(folder.resolve(name));
      }
    }
    List<String> lines = new ArrayList<>();
    for (String name : new TreeSet<>(written)) {
      if (isFile(folder, name)) {
        lines.add(entry(folder, name));
      }
    }
    Path list = folder.resolve(LIST);
    try (OutputStream out = NamedOutput.open(list, list)) {
      out.write(
          (String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"))
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<String> listed(Path folder) throws IOException {
    Path list = folder.resolve(LIST);
    if (!Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    return UserFile.anyText(list, UserFile.MOST_BY_HAND).lines().toList();
  }

  /** Whether it lies right in the folder. */
  private static boolean isPlain(String name) {
    return name.matches("\\w[\\w.-]*");
  }

  private static boolean isFile(Path folder, String name) {
    return Files.isRegularFile(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private static String entry(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    return Files.size(file) + "\t" + Files.getLastModifiedTime(file).toMillis() + "\t" + name;
  }
}
