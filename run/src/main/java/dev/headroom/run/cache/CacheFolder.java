package dev.headroom.run.cache;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Folder of a bounded number of bytes. A file gets its name only when it is whole, so that several
 * processes may use it at once; of too many, those go that nobody has used for longest. Files that
 * are not its own are left alone.
 */
final class CacheFolder {
  /** A file of the cache. */
  private record Kept(Path path, long bytes, FileTime used) {}

  private static final String ENTRY = ".run";
  private static final String SEGMENT = ".rows";
  private static final String DRAFT = ".part";
  private static final String FIGURES = "figures";
  private static final String DRAFTS = "drafts";

  /** Entries in folders by the first two digits of their key: 256 of them. */
  private static final int DIGITS = 2;

  /** A draft that old is of a process that was killed. */
  private static final Duration DEAD = Duration.ofHours(1);

  /** After so much of the bound has been written the files are counted again. */
  private static final int COUNTED_EVERY = 32;

  private static final AtomicLong COUNT = new AtomicLong();

  private final Path root;
  private final long bound;

  /** Bytes that may be written before files are counted; at first none. */
  private long left;

  CacheFolder(Path root, long bound) {
    this.root = root;
    this.bound = bound;
  }

  Path entry(RunKey key) {
    return folder(key).resolve(key.hex() + ENTRY);
  }

  private Path folder(RunKey key) {
    return root.resolve(key.hex().substring(0, DIGITS));
  }

  /** A file that is not there, to be written and then {@link #keep}ed. */
  Path newDraft() throws IOException {
    return newFile(root.resolve(DRAFTS), DRAFT);
  }

  /** A file for figures that is not there. */
  Path newSegment() throws IOException {
    return newFile(root.resolve(FIGURES), SEGMENT);
  }

  /** The files of figures. */
  List<Path> segments() throws IOException {
    return files(root.resolve(FIGURES), SEGMENT).stream().map(Kept::path).toList();
  }

  private static Path newFile(Path folder, String end) throws IOException {
    make(folder);
    return folder.resolve(
        "%d-%x-%d%s"
            .formatted(
                ProcessHandle.current().pid(), System.nanoTime(), COUNT.incrementAndGet(), end));
  }

  /** Makes folders that only this user can enter, as the XDG specification asks for. */
  private static void make(Path folder) throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Gives a whole draft its name, over any file that has it. */
  void keep(Path draft, RunKey key) throws IOException {
    Path target = entry(key);
    make(folder(key));
    long bytes = Files.size(draft);
    Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    written(bytes);
  }

  /** Notes that a file was of use. */
  static void use(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      // It goes sooner than it should, or is gone.
    }
  }

  /** Counts what was written, and makes room where that was too much. */
  synchronized void written(long bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      left = bound / COUNTED_EVERY;
      makeRoom();
    }
  }

  private void makeRoom() throws IOException {
    FileTime dead = FileTime.from(Instant.now().minus(DEAD));
    for (Kept draft : files(root.resolve(DRAFTS), DRAFT)) {
      if (draft.used().compareTo(dead) < 0) {
        Files.deleteIfExists(draft.path());
      }
    }
    List<Kept> all = all();
    long bytes = all.stream().mapToLong(Kept::bytes).sum();
    // Room for what is written until the next count.
    long most = bound - left;
    all.sort(Comparator.comparing(Kept::used));
    for (Kept each : all) {
      if (bytes <= most) {
        return;
      }
      if (!each.path().toString().endsWith(DRAFT)) {
        Files.deleteIfExists(each.path());
        bytes -= each.bytes();
      }
    }
  }

  CacheContent content() throws IOException {
    List<Kept> all = all();
    return new CacheContent(
        all.stream().filter(each -> each.path().toString().endsWith(ENTRY)).count(),
        all.stream().filter(each -> each.path().toString().endsWith(SEGMENT)).count(),
        all.stream().mapToLong(Kept::bytes).sum());
  }

  /** Removes all files of the cache, and folders that are empty then. */
  void clear() throws IOException {
    for (Kept each : all()) {
      Files.deleteIfExists(each.path());
    }
    for (Path folder : folders()) {
      removeIfEmpty(folder);
    }
    removeIfEmpty(root);
  }

  private static void removeIfEmpty(Path folder) {
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // There are files of somebody else in it, or new ones.
    }
  }

  private List<Kept> all() throws IOException {
    List<Kept> all = new ArrayList<>();
    for (Path folder : folders()) {
      String name = String.valueOf(folder.getFileName());
      String end =
          switch (name) {
            case FIGURES -> SEGMENT;
            case DRAFTS -> DRAFT;
            default -> ENTRY;
          };
      all.addAll(files(folder, end));
    }
    return all;
  }

  /** Its folders, as far as they are its own. */
  private List<Path> folders() throws IOException {
    List<Path> own = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
      for (Path each : all) {
        String name = String.valueOf(each.getFileName());
        if (name.equals(FIGURES) || name.equals(DRAFTS) || name.matches("[0-9a-f]{2}")) {
          own.add(each);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return own;
  }

  private static List<Kept> files(Path folder, String end) throws IOException {
    List<Kept> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + end)) {
      for (Path each : all) {
        try {
          BasicFileAttributes its = Files.readAttributes(each, BasicFileAttributes.class);
          files.add(new Kept(each, its.size(), its.lastModifiedTime()));
        } catch (NoSuchFileException e) {
          // Another process was faster.
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return files;
  }
}
