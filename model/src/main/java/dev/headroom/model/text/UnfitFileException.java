package dev.headroom.model.text;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not what a reader takes, whatever stands in it; the message names it. */
public final class UnfitFileException extends IOException {
  private static final long serialVersionUID = 1L;

  UnfitFileException(Path file, String what) {
    super(file + ": " + what);
  }
}
