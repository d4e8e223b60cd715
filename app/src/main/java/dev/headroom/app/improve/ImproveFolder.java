package dev.headroom.app.improve;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FolderLock;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Folder of an improvement, for one command at a time. The same command may come back to it. It
 * deletes only what an improvement of the same inputs has written, so a folder of anything else is
 * refused.
 */
final class ImproveFolder implements AutoCloseable {
  /** The inputs that the folder is of, a line each; it marks the folder as an improvement's. */
  private static final String INPUTS = "inputs.txt";

  private static final long MOST_BYTES = 1 << 20;

  private final Path path;
  private final FolderLock lock;

  private ImproveFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Takes a folder; it is made if need be.
   *
   * @throws BadInputException if it has an input, lies in one, or has files of something else
   */
  static ImproveFolder take(Path path, List<Path> inputs) throws IOException {
    for (Path input : inputs) {
      refuseOverlap(path, input);
    }
    String mark =
        inputs.stream()
            .map(input -> input.toAbsolutePath().normalize() + "\n")
            .collect(Collectors.joining());
    refuseOthers(path, mark);
    Files.createDirectories(path);
    FolderLock lock = FolderLock.take(path);
    AtomicWriter.write(path.resolve(INPUTS), mark);
    return new ImproveFolder(path, lock);
  }

  private static void refuseOverlap(Path path, Path input) throws IOException {
    Path of = input.toRealPath();
    Path out = real(path);
    if (of.startsWith(out)) {
      throw new BadInputException(
          "--out %s: the input %s lies there, and would be overwritten; name another folder"
              .formatted(path, input));
    }
    if (out.startsWith(of)) {
      throw new BadInputException(
          "--out %s: it lies in the input %s, and would be read as a part of it; name another folder"
              .formatted(path, input));
    }
  }

  /** The real path of a folder that may not be there yet. */
  private static Path real(Path path) throws IOException {
    Path whole = path.toAbsolutePath().normalize();
    Path there = whole;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there.toRealPath().resolve(there.relativize(whole));
  }

  private static void refuseOthers(Path path, String mark) throws IOException {
    Path file = path.resolve(INPUTS);
    if (Files.exists(file)) {
      if (!UserFile.text(file, MOST_BYTES).equals(mark)) {
        throw new BadInputException(
            path + ": has the improvement of other inputs; name another folder with --out");
      }
    } else if (Files.isDirectory(path)) {
      try (Stream<Path> all = Files.list(path)) {
        if (all.findAny().isPresent()) {
          throw new BadInputException(
              path + ": has files of something else; name a new or empty folder with --out");
        }
      }
    } else if (Files.exists(path)) {
      throw new BadInputException(path + ": is no folder; name another one with --out");
    }
  }

  Path path() {
    return path;
  }

  /** Writes a file, whole or not at all. */
  void write(String name, String text) throws IOException {
    AtomicWriter.write(path.resolve(name), text);
  }

  /** A folder in it, without what an earlier command left there. */
  Path empty(String name) throws IOException {
    Path folder = path.resolve(name);
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    return folder;
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
