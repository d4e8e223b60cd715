package dev.headroom.app.input;

import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UnusableFileException;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Reader of text files that the user names. What can be read but once, as a pipe, is kept for the
 * next time.
 */
public final class UserTextReader {
  /** What stands where a file's name would for standard input, as with most programs. */
  static final Path STANDARD_INPUT = Path.of("-");

  /** What messages and results call it. */
  private static final Path STDIN = Path.of("stdin");

  /**
   * What the launcher sets to true where standard input was closed: the Java machine would read
   * whatever file it opened first in its place.
   */
  private static final String CLOSED = "headroom.stdin.closed";

  private final Map<Path, String> kept = new HashMap<>();

  /**
   * Reads all of a file that people write by hand.
   *
   * @throws BadInputException that names the file, if it is not UTF-8
   * @throws UnusableFileException if it is a folder, or too large
   */
  public static String read(Path file) throws IOException {
    try {
      return UserFile.text(file, UserFile.MOST_BY_HAND);
    } catch (CharacterCodingException e) {
      throw new BadInputException(file + ": is not UTF-8 text", e);
    }
  }

  /** The name of a scenario's file, or {@code stdin}. */
  public static Path named(Path file) {
    return file.equals(STANDARD_INPUT) ? STDIN : file;
  }

  public static boolean isStandardInput(Path file) {
    return file.equals(STANDARD_INPUT);
  }

  /** The text of a scenario, from standard input or from what is no regular file; read once. */
  public String readOnce(Path file) throws IOException {
    String known = kept.get(file);
    if (known == null) {
      if (isStandardInput(file) && Boolean.getBoolean(CLOSED)) {
        throw new BadInputException(
            "stdin: it is closed, but - reads the scenario from it; name a file, or redirect "
                + "one with <");
      }
      known =
          isStandardInput(file)
              ? UserFile.text(System.in, STDIN, UserFile.MOST_BY_PROGRAM)
              : UserFile.text(file, UserFile.MOST_BY_PROGRAM);
      kept.put(file, known);
    }
    return known;
  }
}
