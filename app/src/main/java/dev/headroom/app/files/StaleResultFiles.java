package dev.headroom.app.files;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FolderLock;
import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Stale results of an earlier run or comparison in the same folder, which would be mistaken for new
 * ones. A list in the folder names the files that were written, with size and time, and the folders
 * of a comparison's runs. Files that the list does not name, or that changed since, are kept.
 */
final class StaleResultFiles {
  private static final String LIST = ".headroom-files";

  private static final Pattern FILE = Pattern.compile("\\w[\\w.-]*");

  /** As {@link PartitionFolder} names them. */
  private static final Pattern FOLDER = Pattern.compile("(?:[\\w.%,~@-]+=[\\w.%,~@-]*/)+");

  /** In place of size and time of a folder. */
  private static final String NO_SIZE = "-\t-\t";

  private StaleResultFiles() {}

  /**
   * Lists these files and folders beside those of an earlier run. A killed run then leaves a list
   * of the files of both.
   *
   * @param names files that are there, and folders, with a slash at the end, that may follow
   */
  static void add(Path folder, Collection<String> names) throws IOException {
    TreeMap<String, String> entries = new TreeMap<>();
    for (String line : listed(folder)) {
      entries.put(name(line), line);
    }
    for (String name : names) {
      if (isFolder(name) || isFile(folder, name)) {
        entries.put(name, entry(folder, name));
      }
    }
    write(folder, entries.values());
  }

  /** Removes files and folders that only the earlier run wrote, and lists those of this one. */
  static void replace(Path folder, Set<String> written) throws IOException {
    removeListed(folder, written);
    TreeMap<String, String> entries = new TreeMap<>();
    for (String name : written) {
      if (isFolder(name) ? isDirectory(folder.resolve(name)) : isFile(folder, name)) {
        entries.put(name, entry(folder, name));
      }
    }
    write(folder, entries.values());
  }

  private static void removeListed(Path folder, Set<String> kept) throws IOException {
    for (String line : listed(folder)) {
      String name = name(line);
      if (kept.contains(name)) {
        continue;
      }
      if (isFolder(name)) {
        removeRun(folder, name);
      } else if (FILE.matcher(name).matches()
          && isFile(folder, name)
          && line.equals(entry(folder, name))) {
        Files.delete(folder.resolve(name));
      }
    }
  }

  /**
   * A folder with files of the user stays, and so do the folders above it; also one in which
   * another command is at work.
   */
  private static void removeRun(Path comparison, String name) throws IOException {
    if (!levels(comparison, name).stream().allMatch(StaleResultFiles::isDirectory)) {
      return;
    }
    Path run = comparison.resolve(name);
    Optional<FolderLock> lock = FolderLock.tryTake(run);
    if (lock.isEmpty()) {
      return;
    }
    try (FolderLock _ = lock.get()) {
      removeListed(run, Set.of());
      Files.deleteIfExists(run.resolve(LIST));
      TemporaryFiles.sweep(run);
    }
    removeEmpty(comparison, name);
  }

  /** Removes the folder of a run, and those between it and the comparison, if they are empty. */
  static void removeEmpty(Path comparison, String run) throws IOException {
    for (Path level : levels(comparison, run)) {
      try {
        Files.deleteIfExists(level);
      } catch (DirectoryNotEmptyException e) {
        return;
      }
    }
  }

  /** The folders from a run's up to one below the comparison's. */
  private static List<Path> levels(Path comparison, String run) {
    List<Path> levels = new ArrayList<>();
    Path path = comparison;
    for (String level : run.split("/")) {
      path = path.resolve(level);
      levels.addFirst(path);
    }
    return levels;
  }

  private static void write(Path folder, Collection<String> lines) throws IOException {
    AtomicWriter.write(
        folder.resolve(LIST), String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
  }

  private static List<String> listed(Path folder) throws IOException {
    Path list = folder.resolve(LIST);
    if (!Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    return UserFile.anyText(list, UserFile.MOST_BY_PROGRAM).lines().toList();
  }

  private static String name(String line) {
    return line.substring(line.lastIndexOf('\t') + 1);
  }

  private static boolean isFolder(String name) {
    return FOLDER.matcher(name).matches();
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isFile(Path folder, String name) {
    return Files.isRegularFile(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private static String entry(Path folder, String name) throws IOException {
    if (isFolder(name)) {
      return NO_SIZE + name;
    }
    Path file = folder.resolve(name);
    return Files.size(file) + "\t" + Files.getLastModifiedTime(file).toMillis() + "\t" + name;
  }
}
