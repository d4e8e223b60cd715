package dev.headroom.model.text;

import java.io.IOException;
import java.nio.file.Path;

/** Error for a file that a reader cannot use, whatever its content; the message names it. */
public final class UnusableFileException extends IOException {
  private static final long serialVersionUID = 1L;

  UnusableFileException(Path file, String what) {
    super(file + ": " + what);
  }
}
