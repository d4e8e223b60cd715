package dev.headroom.app;

/** Input that a command cannot use. The message names where, what, and what would be right. */
final class BadInput extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadInput(String message) {
    super(message);
  }

  BadInput(String message, Throwable cause) {
    super(message, cause);
  }
}
