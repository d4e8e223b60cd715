package dev.headroom.app.plugin;

/** What is wrong with a class that a user brought; the message names file, line and remedy. */
public final class OwnClassException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OwnClassException(String message) {
    super(message);
  }

  OwnClassException(String message, Throwable cause) {
    super(message, cause);
  }
}
