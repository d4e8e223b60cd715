package dev.headroom.app;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file that the user named. */
final class UserText {
  private UserText() {}

  /**
   * Reads all of it.
   *
   * @throws BadInput that names the file, if it is a folder or not UTF-8
   */
  static String read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new BadInput(file + ": is a folder; a text file is needed");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new BadInput(file + ": is not UTF-8 text", e);
    }
  }
}
