package dev.headroom.model.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that a user's file refers to, in the same folder.
 *
 * @param file that names them; {@code -}, or any other without a folder, for what is relative to
 *     the present one
 */
public record ReferencedFiles(Path file) {
  /** The present folder's. */
  public static final ReferencedFiles HERE = new ReferencedFiles(Path.of("-"));

  /**
   * The text of one; empty where there is no such file.
   *
   * @throws UncheckedIOException with an {@link UnusableFileException} if it cannot be read
   */
  public Optional<String> text(String name) {
    try {
      return text(file.resolveSibling(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(UserFile.text(file, UserFile.MOST_BY_PROGRAM));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (UnusableFileException e) {
      throw new UncheckedIOException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(new UnusableFileException(file, FailureMessage.of(e)));
    }
  }
}
