package dev.headroom.app;

/** Input that a command cannot use. The message names where, what, and what would be right. */
sealed class BadInput extends RuntimeException permits Misfit {

  private static final long serialVersionUID = 1L;

  BadInput(String message) {
    super(message);
  }

  BadInput(String message, Throwable cause) {
    super(message, cause);
  }

  /** The same in other words. */
  BadInput told(String message) {
    return new BadInput(message, this);
  }
}
