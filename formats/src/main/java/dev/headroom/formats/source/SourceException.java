package dev.headroom.formats.source;

import java.io.IOException;

/**
 * Error for sources that cannot be read as they are; the message says in one line which and why.
 */
public final class SourceException extends IOException {
  private static final long serialVersionUID = 1L;

  public SourceException(String message) {
    super(message);
  }

  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
