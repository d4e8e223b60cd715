package dev.headroom.app.files;

import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Checks of a folder that a command is to write, before it does anything else. */
public final class OutputFolder {
  private OutputFolder() {}

  /**
   * Tries whether the folder can be written, or made. Leaves nothing behind.
   *
   * @throws BadInputException if something else has its name
   * @throws FileSystemException if the system refuses it; the message names folder and reason
   */
  public static void check(Path folder) throws IOException {
    Path whole = folder.toAbsolutePath().normalize();
    if (Files.exists(whole) && !Files.isDirectory(whole)) {
      throw new BadInputException(folder + ": is no folder; name another one");
    }
    Deque<Path> missing = new ArrayDeque<>();
    Path there = whole;
    while (!Files.exists(there) && there.getParent() != null) {
      missing.push(there);
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      throw new BadInputException(
          "%s: cannot be made, since %s is no folder; name another one".formatted(folder, there));
    }
    Deque<Path> made = new ArrayDeque<>();
    try {
      for (Path each : missing) {
        Files.createDirectory(each);
        made.push(each);
      }
    } catch (FileSystemException e) {
      throw refused(folder, there, e);
    } finally {
      for (Path each : made) {
        Files.deleteIfExists(each);
      }
    }
    if (missing.isEmpty() && !Files.isWritable(whole)) {
      throw new FileSystemException(folder + ": no permission to write there; name another folder");
    }
  }

  private static FileSystemException refused(Path folder, Path there, FileSystemException e) {
    String reason = e instanceof NoSuchFileException ? "" : " (" + FailureMessage.of(e) + ")";
    FileSystemException refused =
        new FileSystemException(
            "%s: cannot make this folder: %s takes no new one%s; name another place"
                .formatted(folder, there, reason));
    refused.initCause(e);
    return refused;
  }

  /**
   * Refuses a folder that lies in an input, or an input in it.
   *
   * @param option that names the folder
   */
  public static void refuseOverlap(String option, Path folder, List<Path> inputs)
      throws IOException {
    Path out = real(folder);
    for (Path input : inputs) {
      Path of = input.toRealPath();
      if (of.startsWith(out)) {
        throw new BadInputException(
            "%s %s: the input %s lies there, and would be overwritten; name another folder"
                .formatted(option, folder, input));
      }
      if (out.startsWith(of)) {
        throw new BadInputException(
            "%s %s: it lies in the input %s, and would be read as a part of it; name another folder"
                .formatted(option, folder, input));
      }
    }
  }

  /** Refuses two folders of which one lies in the other. */
  public static void refuseNested(String option, Path folder, String other, Path second)
      throws IOException {
    if (real(folder).startsWith(real(second)) || real(second).startsWith(real(folder))) {
      throw new BadInputException(
          "%s %s and %s %s: one lies in the other; name another folder for one of them"
              .formatted(option, folder, other, second));
    }
  }

  /** Whether there is nothing in it: it is not there, or empty. */
  public static boolean isFree(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.findAny().isEmpty();
    }
  }

  /** The real path of a folder that may not be there yet. */
  private static Path real(Path folder) throws IOException {
    Path whole = folder.toAbsolutePath().normalize();
    Path there = whole;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there.toRealPath().resolve(there.relativize(whole));
  }
}
