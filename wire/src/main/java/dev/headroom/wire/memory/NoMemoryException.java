package dev.headroom.wire.memory;

import java.io.IOException;

/**
 * Exception for memory that cannot be allocated, pinned or registered; the message says why, in a
 * sentence.
 */
public final class NoMemoryException extends IOException {
  private static final long serialVersionUID = 1;

  NoMemoryException(String message) {
    super(message);
  }

  NoMemoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
