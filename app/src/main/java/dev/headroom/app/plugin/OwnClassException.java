package dev.headroom.app.plugin;

/** Error in a plugin class; the message names file, line and remedy. */
public final class OwnClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OwnClassException(String message) {
    super(message);
  }

  OwnClassException(String message, Throwable cause) {
    super(message, cause);
  }
}
